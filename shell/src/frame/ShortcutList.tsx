import { Dialog, Kbd } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { shortcuts, shortcutText, type Shortcut } from './shortcuts.ts'

const sections: ReadonlyArray<{ key: string; rows: ReadonlyArray<[string, Shortcut]> }> = [
  { key: 'general', rows: [['palette', shortcuts.palette], ['help', shortcuts.help], ['goHome', shortcuts.goHome], ['goAttendance', shortcuts.goAttendance]] },
  { key: 'list', rows: [['next', shortcuts.next], ['previous', shortcuts.previous], ['open', shortcuts.open], ['select', shortcuts.select], ['search', shortcuts.search]] },
  { key: 'thread', rows: [['reply', shortcuts.reply], ['writeTab', shortcuts.writeTab], ['send', { code: 'Enter' }], ['newline', { code: 'Enter', shift: true }], ['resolve', shortcuts.resolve], ['priority', shortcuts.priority], ['snooze', shortcuts.snooze], ['find', shortcuts.find], ['panel', shortcuts.panel], ['back', shortcuts.back]] },
]

export default function ShortcutList({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('shortcuts.title')} shape="wide" open onOpenChange={(open) => { if (!open) onClose() }}>
      <div className="grid gap-6 pane:grid-cols-2">
        {sections.map(({ key, rows }) => (
          <section key={key}>
            <h3 className="mb-1.5 text-xs font-semibold text-ink-muted">{t(`shortcuts.${key}`)}</h3>
            <dl className="flex flex-col">
              {rows.map(([name, shortcut]) => (
                <div key={name} className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-0">
                  <dt className="text-list">{t(`shortcuts.${name}`)}</dt>
                  <dd><Kbd>{shortcutText(shortcut)}</Kbd></dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
