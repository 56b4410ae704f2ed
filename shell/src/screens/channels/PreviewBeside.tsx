import { Button, classNames } from '@recado/sdk/ui'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection, SlotContribution } from '../../base/contracts.ts'
import type { Contribution } from '../../base/federation/contributions.ts'
import { PluginPanel } from '../../base/federation/index.ts'

export interface PreviewBesideProps {
  previews: readonly Contribution<SlotContribution>[]
  type: string
  connection: Connection | undefined
  /** The settings as they are typed, without secrets. */
  values: Readonly<Record<string, unknown>>
  /** The form; it stays mounted while the preview stands in its place. */
  children: ReactNode
}

/** A form, and beside it how the channel will look; on a narrow screen a button puts that in the place of the form. */
export function PreviewBeside({ previews, type, connection, values, children }: PreviewBesideProps) {
  const { t } = useTranslation('settings')
  const [isLooking, setLooking] = useState(false)
  return (
    <div className="grid gap-x-6 gap-y-4 side:grid-cols-[minmax(0,1fr)_24rem]">
      <Button
        className="sticky top-0 z-10 justify-self-start side:hidden"
        aria-pressed={isLooking}
        onClick={() => setLooking(!isLooking)}
      >
        {t('channels.preview')}
      </Button>
      <div className={classNames('min-w-0', isLooking && 'max-side:hidden')}>{children}</div>
      <aside
        aria-label={t('channels.preview')}
        className={classNames('side:sticky side:top-0 side:self-start', !isLooking && 'max-side:hidden')}
      >
        {previews.map(({ key, plugin, part }) => (
          <PluginPanel
            key={key}
            plugin={plugin}
            panel={part.panel}
            slot="connection.preview"
            props={{ type, values, ...(connection && { connection }) }}
          />
        ))}
      </aside>
    </div>
  )
}
