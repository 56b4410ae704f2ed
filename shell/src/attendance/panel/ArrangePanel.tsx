import { Button, Checkbox, Dialog, IconButton } from '@recado/sdk/ui'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { arranged, moved, shownOrHidden, type Arrangement } from './arrangement.ts'

export interface PanelPart { readonly key: string; readonly title: string }

/** Order of the side panel and what is hidden of it, only for oneself. Takes effect at once. */
export function ArrangePanel({ parts, arrangement, onChange, onClose }: { parts: readonly PanelPart[]; arrangement: Arrangement; onChange(next: Arrangement): void; onClose(): void }) {
  const { t } = useTranslation('attendance')
  const keys = parts.map(({ key }) => key)
  const rows = arranged(keys, arrangement).map((key) => parts.find((part) => part.key === key)!)
  return (
    <Dialog
      title={t('panel.arrange')} description={t('shell:frame.onlyYou')} open onOpenChange={(open) => { if (!open) onClose() }}
      footer={<Button disabled={arrangement.order.length + arrangement.hidden.length === 0} onClick={() => onChange({ order: [], hidden: [] })}>{t('panel.asItCame')}</Button>}
    >
      <ol className="flex flex-col">
        {rows.map(({ key, title }, at) => (
          <li key={key} className="flex min-w-0 items-center gap-2 border-b border-line py-1.5 last:border-0">
            <span className="min-w-0 flex-1"><Checkbox label={title} checked={!arrangement.hidden.includes(key)} onCheckedChange={(shown) => onChange(shownOrHidden(arrangement, key, shown))} /></span>
            <IconButton size="small" icon={<ArrowUp size={15} />} label={t('views.up', { name: title })} aria-disabled={at === 0} onClick={() => onChange(moved(keys, arrangement, key, -1))} />
            <IconButton size="small" icon={<ArrowDown size={15} />} label={t('views.down', { name: title })} aria-disabled={at === rows.length - 1} onClick={() => onChange(moved(keys, arrangement, key, 1))} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
