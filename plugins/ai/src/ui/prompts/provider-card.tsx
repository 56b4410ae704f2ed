import { Badge, Button, useErrorText, useWords } from '@recado/sdk/ui'
import { offeredKinds, type OfferedKind } from '../../models/offered-kinds.ts'
import { useModels, type ListedModel } from './use-prompts.ts'

/** Asks the provider whether it takes the key, and shows its models with what becomes of them. */
export function ProviderCard() {
  const { t } = useWords()
  const textOf = useErrorText()
  const models = useModels()
  const listed = models.data?.models ?? []
  const gone = listed.filter(({ offered, endsOn }) => !offered && endsOn !== null)
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-medium">{t('provider.title')}</h2>
          <p className="text-list text-ink-muted">{t('provider.description')}</p>
        </div>
        <Button busy={models.isPending} onClick={() => models.mutate()}>
          {t('provider.test')}
        </Button>
      </div>
      <p role="status" className={`text-list empty:hidden ${models.isError ? 'text-danger' : ''}`}>
        {models.isError
          ? textOf(models.error)
          : models.data &&
            (models.data.plugin === null
              ? t('provider.works', { count: listed.filter(({ offered }) => offered).length })
              : t('provider.plugin', { plugin: models.data.plugin }))}
      </p>
      {models.data && models.data.plugin !== null && <Offers offers={models.data.offers} />}
      {listed.length > 0 && (
        <>
          <Models models={listed.filter(({ offered }) => offered)} />
          <details className="text-list">
            <summary className="cursor-pointer text-ink-muted">{t('provider.gone')}</summary>
            <Models models={gone} />
          </details>
        </>
      )}
    </section>
  )
}

/** What another plugin does, and what stays undone with it. */
function Offers({ offers }: { offers: readonly OfferedKind[] }) {
  const { t } = useWords()
  return (
    <ul className="flex flex-col divide-y divide-line text-list">
      {offeredKinds.map((kind) => (
        <li key={kind} className="flex flex-wrap items-center gap-2 py-1.5">
          <span className={`min-w-0 flex-1 ${offers.includes(kind) ? '' : 'text-ink-muted'}`}>
            {t(`provider.offers.${kind}`)}
          </span>
          {!offers.includes(kind) && <span className="text-xs text-ink-muted">{t('provider.notOffered')}</span>}
        </li>
      ))}
    </ul>
  )
}

const Models = ({ models }: { models: readonly ListedModel[] }) => (
  <ul className="flex flex-col divide-y divide-line text-list">
    {models.map((model) => (
      <Model key={model.id} model={model} />
    ))}
  </ul>
)

function Model({
  model: { id, title, endsOn, hasEnded, replacedBy, functions, audio, offered },
}: {
  model: ListedModel
}) {
  const { t, i18n } = useWords()
  const day = endsOn && new Date(`${endsOn}T12:00:00Z`).toLocaleDateString(i18n.language, { timeZone: 'UTC' })
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5">
      <span className={`min-w-0 flex-1 break-words ${offered ? '' : 'text-ink-muted'}`}>{title}</span>
      {audio === 'hears' || audio === 'speaks' ? (
        <Badge>{t(`provider.${audio}`)}</Badge>
      ) : (
        !functions && <Badge>{t('provider.noFunctions')}</Badge>
      )}
      {day && (
        <span className="text-xs text-ink-muted">
          {t(hasEnded ? 'provider.ended' : 'provider.ends', { day, other: replacedBy ?? '–' })}
        </span>
      )}
      {!day && <span className="text-xs text-ink-muted">{id === title ? '' : id}</span>}
    </li>
  )
}
