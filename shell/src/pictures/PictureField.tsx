import { Avatar, Button } from '@recado/sdk/ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** A picture of a person or a group; takes effect at once. */
export function PictureField({ name, src, busy, onChange }: { name: string; src: string | null; busy: boolean; onChange(file: File | null): void }) {
  const { t } = useTranslation('people')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={src} size={56} />
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={busy} onClick={() => picker.current?.click()}>{t(src ? 'picture.change' : 'picture.add')}</Button>
          {src && <Button size="small" variant="ghost" busy={busy} onClick={() => onChange(null)}>{t('picture.remove')}</Button>}
        </div>
        <p className="text-xs text-ink-muted">{t('picture.help')}</p>
      </div>
      <input
        ref={picker} type="file" accept="image/png,image/jpeg,image/webp,image/gif" className="sr-only" tabIndex={-1} aria-label={t('picture.add')}
        onChange={(event) => { const file = event.target.files?.[0]; if (file) onChange(file); event.target.value = '' }}
      />
    </div>
  )
}
