import { ChannelBadge, Dialog } from '@recado/sdk/ui'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionForm } from './ConnectionForm.tsx'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import type { ConnectionCheck } from '../../base/contracts.ts'
import type { ConnectionInput, TestedSettings } from '../../data/channels/use-connections.ts'

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
  const { t } = useTranslation('settings')
  const [chosen, setChosen] = useState<ChannelType | null>(types.length === 1 ? types[0]! : null)
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
  return (
    <Dialog
      title={t('channels.choose')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <ul className="flex flex-col gap-1">
        {types.map((type) => (
          <li key={type.info.type}>
            <button
              type="button"
              className="flex w-full items-center gap-3 rounded-md p-2.5 text-left hover:bg-hover"
              onClick={() => setChosen(type)}
            >
              <ChannelBadge color={type.info.badge.color} icon={type.info.badge.icon} label={type.title} size={32} />
              <span className="min-w-0 flex-1">
                <span className="block text-thread font-medium">{type.title}</span>
                {type.description && <span className="block text-list text-ink-muted">{type.description}</span>}
              </span>
              <ChevronRight size={16} className="text-ink-muted" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
