import { Button, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { signupChannel } from './signup-channel.ts'

const required = ['business', 'version', 'age', 'country', 'nearby'] as const
const changed = ['groups', 'broadcast', 'disappearing', 'devices', 'calls', 'pace', 'past'] as const
/** As large as Meta's dialog wants to be. */
const windowFeatures = 'popup,width=760,height=860'

/**
 * Connects a number of the Business app by Meta's own window. What the number has to meet and what changes for it
 * stands before the button, `children` after it; `otherwise` is shown where the installation has no app for it.
 */
export function Offer({ children, otherwise = null }: { children?: ReactNode; otherwise?: ReactNode }) {
  const { t } = useWords()
  const api = useApi()
  const errorText = useErrorText()
  const [connected, setConnected] = useState<readonly string[]>()
  const [blocked, setBlocked] = useState<string>()
  const offer = useQuery({
    queryKey: ['waba', 'signup'],
    queryFn: ({ signal }) => api.get<{ isOffered: boolean }>('signup', { signal }),
    // The owner of the installation may have entered the app since.
    refetchOnMount: 'always',
  })
  const begin = useMutation({
    // A window that is opened after an answer came is one that nobody asked for: browsers block it.
    mutationFn: async (opened: Window | null) => {
      try {
        const { address } = await api.post<{ address: string }>('signup')
        if (opened) opened.location.replace(address)
        else setBlocked(address)
      } catch (error) {
        opened?.close()
        throw error
      }
    },
  })
  useEffect(() => {
    const channel = new BroadcastChannel(signupChannel)
    channel.onmessage = ({ data }) => setConnected(data as readonly string[])
    return () => channel.close()
  }, [])
  if (!offer.data?.isOffered) return offer.data ? otherwise : null
  return (
    <section className="flex flex-col gap-3 rounded-md border border-line p-3 text-list" aria-label={t('signup.title')}>
      <h3 className="font-semibold">{t('signup.title')}</h3>
      <p>{t('signup.about')}</p>
      <Points title={t('signup.required.title')} points={required.map((point) => t(`signup.required.${point}`))} />
      <Points title={t('signup.changed.title')} points={changed.map((point) => t(`signup.changed.${point}`))} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          busy={begin.isPending}
          onClick={() => begin.mutate(window.open('about:blank', '_blank', windowFeatures))}
        >
          {t('signup.begin')}
        </Button>
        {blocked !== undefined && (
          <a className="underline underline-offset-2" href={blocked} target="_blank" rel="noreferrer">
            {t('signup.blocked')}
          </a>
        )}
      </div>
      <p role="status" className="empty:hidden">
        {connected && t('signup.connected', { phone: connected.join(', ') })}
      </p>
      {begin.error && <p role="alert">{errorText(begin.error)}</p>}
      {children}
    </section>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="font-medium">{title}</h4>
      <ul className="flex list-disc flex-col gap-0.5 ps-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  )
}
