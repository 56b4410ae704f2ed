import { ChannelBadge, Dialog, Input } from '@recado/sdk/ui'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionForm } from './ConnectionForm.tsx'
import { groupedTypes } from './grouped-types.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import type { ConnectionCheck } from '../../base/contracts.ts'
import type { ConnectionInput, TestedSettings } from '../../data/channels/use-connections.ts'

/** More kinds of channels than are taken in at a look: they are searched. */
const manyTypes = 8

/** First which channel, then its form. With one type to choose from there is nothing to choose. */
export function CreateConnection({
  types,
  onTest,
  onCreate,
  onClose,
}: {
  types: readonly ChannelType[]
  onTest(settings: TestedSettings): Promise<ConnectionCheck>
  onCreate(input: ConnectionInput & { type: string }): Promise<unknown>
  onClose(): void
}) {
  const { t, i18n } = useTranslation('settings')
  const [chosen, setChosen] = useState<ChannelType | null>(types.length === 1 ? types[0]! : null)
  const [search, setSearch] = useState('')
  if (chosen)
    return (
      <ConnectionForm
        title={t('channels.add')}
        type={chosen}
        submitLabel={t('channels.create')}
        onClose={onClose}
        onTest={(config) => onTest({ type: chosen.info.type, config })}
        onSubmit={(input) => onCreate({ ...input, type: chosen.info.type })}
      />
    )
  const groups = groupedTypes(types, search, i18n.language)
  return (
    <Dialog
      title={t('channels.choose')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {types.length > manyTypes && (
        <Input
          type="search"
          autoFocus
          className="mb-3"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={t('channels.kinds.search')}
          aria-label={t('channels.kinds.search')}
        />
      )}
      <div className="flex flex-col gap-3">
        {groups.map(({ kind, types: ofKind }) => (
          <section key={kind} aria-labelledby={`channels-${kind}`}>
            <h3 id={`channels-${kind}`} className="px-2.5 pb-1 text-xs font-medium text-ink-muted">
              {t(`channels.kinds.${kind}`)}
            </h3>
            <ul className="flex flex-col gap-1">
              {ofKind.map((type) => (
                <li key={type.info.type}>
                  <TypeButton type={type} onChoose={() => setChosen(type)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && (
          <p role="status" className="px-2.5 text-list text-ink-muted">
            {t('channels.kinds.none')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const TypeButton = ({ type, onChoose }: { type: ChannelType; onChoose(): void }) => (
  <button
    type="button"
    className="flex w-full items-center gap-3 rounded-md p-2.5 text-left hover:bg-hover"
    onClick={onChoose}
  >
    <ChannelBadge color={type.info.badge.color} icon={type.info.badge.icon} label={type.title} size={32} />
    <span className="min-w-0 flex-1">
      <span className="block text-thread font-medium">{type.title}</span>
      {type.description && <span className="block text-list text-ink-muted">{type.description}</span>}
    </span>
    <ChevronRight size={16} className="text-ink-muted" aria-hidden />
  </button>
)
