import { Dialog, IconButton } from '@recado/sdk/ui'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../base/contracts.ts'

/** A picture to look at, by its signed address. */
export type ViewedPicture = Pick<Message['media'][number], 'id' | 'url' | 'name'>

/** Pictures of a thread or a gallery, one at a time; arrow keys walk through them. */
export function MediaViewer({
  items,
  current,
  onChange,
}: {
  items: readonly ViewedPicture[]
  current: ViewedPicture
  onChange(item: ViewedPicture | null): void
}) {
  const { t } = useTranslation('attendance')
  const index = items.findIndex((item) => item.id === current.id)
  const step = (by: number) => {
    const next = items[index + by]
    if (next) onChange(next)
  }
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const next = items[index + (key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0)]
      if (next && next !== items[index]) onChange(next)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [items, index, onChange])
  const name = current.name ?? t('part.image')
  return (
    <Dialog
      title={name}
      shape="wide"
      open
      onOpenChange={(open) => {
        if (!open) onChange(null)
      }}
    >
      <div className="flex items-center gap-2">
        <IconButton
          icon={<ChevronLeft size={18} />}
          label={t('viewer.previous')}
          disabled={index <= 0}
          onClick={() => step(-1)}
        />
        <figure className="grid min-h-60 min-w-0 flex-1 place-items-center">
          <img src={current.url} alt={name} className="max-h-[70vh] max-w-full rounded-md object-contain" />
        </figure>
        <IconButton
          icon={<ChevronRight size={18} />}
          label={t('viewer.next')}
          disabled={index >= items.length - 1}
          onClick={() => step(1)}
        />
      </div>
      <p className="mt-2 flex items-center justify-between text-list text-ink-muted tabular-nums">
        <span>{t('viewer.position', { index: index + 1, total: items.length })}</span>
        <a
          href={current.url}
          download={name}
          className="flex items-center gap-1.5 text-accent-text underline-offset-2 hover:underline"
        >
          <Download size={14} aria-hidden />
          {t('part.download')}
        </a>
      </p>
    </Dialog>
  )
}
