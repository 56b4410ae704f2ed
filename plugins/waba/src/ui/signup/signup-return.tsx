import {
  EmptyState,
  Icon,
  NoPermission,
  PageHeader,
  Skeleton,
  useApi,
  useErrorWords,
  usePermission,
  useWords,
  VisuallyHidden,
} from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ConnectedNumber } from '../../signup/routes.ts'
import { Offer } from './offer.tsx'
import { tellOpener } from './signup-channel.ts'

const channelsPage = '/configuracoes/canais' as const

/** `/configuracoes/whatsapp-oficial`: connects a number by Meta's dialog, and finishes when the dialog has returned. */
export default function SignupReturn() {
  return usePermission('signup') ? <Finish /> : <NoPermission />
}

type Returned = { state: string; code: string } | { state: string; refused: string }

/** The part of the address behind the `#` has a query of its own. */
function returnedOf(): Returned | undefined {
  const query = window.location.hash.split('?')[1]
  const returned = new URLSearchParams(query ?? '')
  const [state, code] = [returned.get('state') ?? '', returned.get('code')]
  if (state === '') return undefined
  return code === null ? { state, refused: returned.get('refused') ?? '' } : { state, code }
}

function Finish() {
  const { t } = useWords()
  const api = useApi()
  const wordsOf = useErrorWords()
  const [returned] = useState(returnedOf)
  useEffect(() => {
    // What the address says is good once: it is not kept in the browser's history.
    window.history.replaceState(window.history.state, '', window.location.hash.split('?')[0])
  }, [])
  const finished = useQuery({
    queryKey: ['waba', 'signup', returned?.state],
    queryFn: async () => {
      const { numbers } = await api.post<{ numbers: ConnectedNumber[] }>('signup/finish', returned)
      tellOpener(numbers.map(({ phone, name }) => phone ?? name))
      return numbers
    },
    enabled: returned !== undefined,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const refused = finished.error ? wordsOf(finished.error) : undefined
  const back = (
    <Link to={channelsPage as never} className="underline underline-offset-2">
      {t('signup.toChannels')}
    </Link>
  )
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('signup.title')} />
      {returned === undefined && (
        <Offer
          otherwise={
            <EmptyState icon={<Icon name="triangle-alert" />} title={t('signup.nothing')} action={back}>
              {t('signup.nothingHelp')}
            </EmptyState>
          }
        />
      )}
      {finished.isLoading && (
        <div role="status">
          <VisuallyHidden>{t('signup.finishing')}</VisuallyHidden>
          <Skeleton lines={3} />
        </div>
      )}
      {refused && (
        <EmptyState icon={<Icon name="triangle-alert" />} title={refused.text} action={back}>
          {refused.detail}
        </EmptyState>
      )}
      {finished.data && (
        <section className="flex flex-col gap-3" aria-label={t('signup.done')}>
          <h2 className="text-thread font-semibold">{t('signup.done')}</h2>
          <ul className="flex flex-col gap-3">
            {finished.data.map((number) => (
              <Number key={number.connectionId} number={number} />
            ))}
          </ul>
          <p>{t('signup.closeWindow')}</p>
          <p>{back}</p>
        </section>
      )}
    </div>
  )
}

function Number({ number: { name, phone, importsPast, pin } }: { number: ConnectedNumber }) {
  const { t } = useWords()
  return (
    <li className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4">
      <span className="font-medium">{name}</span>
      {phone !== null && <span>{phone}</span>}
      {importsPast && <span>{t('signup.importing')}</span>}
      {pin !== null && <span>{t('signup.pin', { pin })}</span>}
    </li>
  )
}
