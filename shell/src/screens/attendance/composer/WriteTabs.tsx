import { classNames, Icon, Tabs } from '@recado/sdk/ui'
import { Reply } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { slotContributions, type Contribution } from '../../../base/federation/contributions.ts'
import { useManifest, useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { Message, SlotContribution, Ticket } from '../../../base/contracts.ts'
import { PluginPanel } from '../../../base/federation/index.ts'
import { usePluginTitles } from '../../../parts/navigation/navigation.tsx'
import { useShortcut } from '../../../base/shortcuts/use-shortcut.ts'

const reply = 'reply'

interface WriteTabsProps {
  ticket: Ticket
  /** The message that is being replied to: replying leads back to the reply. */
  replyTo: Message | null
  children: ReactNode
}

/**
 * Ways of writing beside the reply, where a plugin has one: each behind its tab. The reply stays as it was meanwhile.
 */
export function WriteTabs(props: WriteTabsProps) {
  const manifest = useManifest()
  const { ticket, children } = props
  const ways = useMemo(
    () => slotContributions(manifest, 'ticket.composer.tabs', ticket.channel),
    [manifest, ticket.channel],
  )
  return ways.length === 0 ? children : <Ways {...props} ways={ways} />
}

function Ways({
  ticket,
  replyTo,
  ways,
  children,
}: WriteTabsProps & { ways: ReadonlyArray<Contribution<SlotContribution>> }) {
  const { t } = useTranslation('attendance')
  const manifest = useManifest()
  const titles = usePluginTitles(manifest)
  const [chosen, setChosen] = useState(reply)
  /** Counts how often somebody wanted to write: the arrow keys of the tabs only look. */
  const [wishes, setWishes] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const way = ways.find(({ key }) => key === chosen)
  const titleOf = ({ plugin, part }: Contribution<SlotContribution>): string =>
    titles({ ...plugin, ...manifest.plugins.find(({ id }) => id === plugin.id)! }, part.titleKey)
  const write = (next: string): void => {
    setChosen(next)
    setWishes((count) => count + 1)
  }
  useEffect(() => {
    if (wishes > 0)
      place.current
        ?.querySelector<HTMLElement>(':scope > :not([hidden]) :is(textarea, [contenteditable=true])')
        ?.focus()
  }, [wishes])
  useEffect(() => {
    if (replyTo) write(reply)
  }, [replyTo])
  const order = [reply, ...ways.map(({ key }) => key)]
  useShortcut('writeTab', () => write(order[(order.indexOf(way ? chosen : reply) + 1) % order.length]!))
  useShortcut('reply', () => write(reply), way !== undefined)
  return (
    <div ref={place}>
      <div className="mx-auto w-full max-w-4xl px-3 pane:px-4">
        <Tabs
          label={t('composer.ways')}
          value={way ? chosen : reply}
          onValueChange={setChosen}
          onPick={write}
          className="write-tabs"
          tabs={[
            {
              value: reply,
              label: (
                <span className="flex items-center gap-1.5">
                  <Reply size={14} aria-hidden />
                  {t('composer.reply')}
                </span>
              ),
            },
            ...ways.map((one) => ({
              value: one.key,
              label: (
                <span className="flex items-center gap-1.5">
                  <Icon name={one.part.icon ?? 'puzzle'} size={14} />
                  {titleOf(one)}
                </span>
              ),
            })),
          ]}
        />
      </div>
      <div hidden={way !== undefined}>{children}</div>
      {way && <Way key={way.key} ticket={ticket} way={way} autoFocus={wishes > 0} />}
    </div>
  )
}

function Way({
  ticket,
  way: { key, plugin, part },
  autoFocus,
}: {
  ticket: Ticket
  way: Contribution<SlotContribution>
  autoFocus: boolean
}) {
  const { besideDrafts } = useWorkplace()
  const kept = `${ticket.id}/${key}`
  const draft = useSyncExternalStore(besideDrafts.subscribe, () => besideDrafts.of(kept))
  return (
    <footer className="shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] pane:px-4">
      <div
        className={classNames(
          'mx-auto w-full max-w-4xl rounded-lg border transition-colors focus-within:border-accent',
          part.tone === 'note' ? 'border-warning/40 bg-note' : 'border-line bg-raised',
        )}
      >
        <PluginPanel
          plugin={plugin}
          panel={part.panel}
          slot="ticket.composer.tabs"
          props={{ ticket, draft, autoFocus, onDraft: (text) => besideDrafts.set(kept, { text }) }}
        />
      </div>
    </footer>
  )
}
