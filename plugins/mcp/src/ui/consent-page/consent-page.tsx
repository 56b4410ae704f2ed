import {
  Badge,
  Button,
  Checkbox,
  EmptyState,
  Icon,
  ListStates,
  NoPermission,
  PageHeader,
  useErrorWords,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { ConsentAsked } from '../../consent/consent.ts'
import type { Scope } from '../../keys/key.ts'
import { useAsked, useDecide } from '../use-consent.ts'

/** `/configuracoes/mcp/conectar`: a program asks to be connected, and its user decides. */
export default function ConsentPage() {
  return usePermission('keys') ? <Consent /> : <NoPermission />
}

/** The part of the address behind the `#` has a query of its own. */
const requestOfAddress = (): string => new URLSearchParams(window.location.hash.split('?')[1] ?? '').get('pedido') ?? ''

function Consent() {
  const { t } = useWords()
  const [request] = useState(requestOfAddress)
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('consent.title')} description={t('consent.description')} />
      {request === '' ? <Unknown /> : <Decision request={request} />}
    </div>
  )
}

function Unknown() {
  const { t } = useWords()
  return (
    <EmptyState icon={<Icon name="warning" />} title={t('consent.unknown')}>
      {t('consent.unknownHelp')}
    </EmptyState>
  )
}

function Decision({ request }: { request: string }) {
  const { t } = useWords()
  const asked = useAsked(request)
  if (!asked.data)
    return (
      <ListStates query={asked} what={t('consent.what')} rows={1} rowHeight="16rem" isEmpty={false}>
        {null}
      </ListStates>
    )
  const read = asked.data
  if (read.state === 'unknown') return <Unknown />
  if (read.state === 'asked') return <Question asked={read} request={request} />
  return (
    <EmptyState
      icon={<Icon name="warning" />}
      title={t('consent.wrong')}
      action={
        <Button onClick={() => window.location.assign(read.redirect)}>
          {t('consent.back', { where: read.leadsTo })}
        </Button>
      }
    >
      {t('consent.wrongHelp')}
    </EmptyState>
  )
}

/** What sends in the user's name is not ticked before they tick it. */
const tickedAtFirst = (scopes: readonly Scope[]): readonly Scope[] => scopes.filter((scope) => scope !== 'send')

function Question({ asked, request }: { asked: Extract<ConsentAsked, { state: 'asked' }>; request: string }) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const decide = useDecide(request)
  const [scopes, setScopes] = useState(() => tickedAtFirst(asked.scopes))
  const refused = decide.error ? wordsOf(decide.error) : undefined
  const answer = (given: readonly Scope[] | null): void =>
    decide.mutate(given, { onSuccess: ({ redirect }) => window.location.assign(redirect) })
  return (
    <section aria-label={asked.name} className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="text-thread min-w-0 flex-1 font-semibold break-words">
          {t('consent.asks', { name: asked.name })}
        </h2>
        <Badge>{asked.leadsTo}</Badge>
      </header>
      {asked.site !== null && <p className="text-list break-words">{t('consent.site', { site: asked.site })}</p>}
      <p className="text-list text-ink-muted break-words">
        {t('consent.unverified', { name: asked.name, where: asked.leadsTo })}
      </p>
      {refused && (
        <p role="alert" className="text-list rounded-md bg-danger-soft px-3 py-2 text-danger">
          {[refused.text, refused.detail].filter(Boolean).join('. ')}
        </p>
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="k-label mb-1">{t('consent.scopes')}</legend>
        {asked.scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={
              <>
                <span className="block">{t(`scope.${scope}.title`)}</span>
                <span className="text-list block text-ink-muted">{t(`scope.${scope}.detail`)}</span>
              </>
            }
            checked={scopes.includes(scope)}
            disabled={scope === 'read'}
            onCheckedChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
        ))}
      </fieldset>
      <p className="text-list text-ink-muted">{t('consent.ends')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => answer(null)} disabled={decide.isPending}>
          {t('consent.refuse')}
        </Button>
        <Button variant="primary" busy={decide.isPending} onClick={() => answer(scopes)}>
          {t('consent.allow')}
        </Button>
      </div>
    </section>
  )
}
