import { Avatar, Button, ConfirmDialog } from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface PictureFieldProps {
  name: string
  src: string | null
  busy: boolean
  /** Null takes it away. */
  onChange(file: File | null): void
}

/** Path of the server's own pictures; any other address came from a channel. */
const ownPictures = '/media/'

/** The picture of a user, a group or a contact; takes effect at once. A deletion is confirmed first. */
export function PictureField({ name, src, busy, onChange }: PictureFieldProps) {
  const { t } = useTranslation('shell')
  const picker = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<'removing' | 'replacing' | null>(null)
  const choose = () => picker.current?.click()
  const isForeign = src !== null && !src.startsWith(ownPictures)
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={src} size={56} />
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            busy={busy}
            onClick={() => {
              if (isForeign) setAsked('replacing')
              else choose()
            }}
          >
            {t(src ? 'picture.change' : 'picture.add')}
          </Button>
          {src && (
            <Button size="small" variant="ghost" busy={busy} onClick={() => setAsked('removing')}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
        <p className="text-xs text-ink-muted">{t('picture.help')}</p>
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('picture.add')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onChange(file)
          event.target.value = ''
        }}
      />
      {/* A form of its own, inside that of the person: confirming it does not save the outer one. */}
      <div className="contents" onSubmit={(event) => event.stopPropagation()}>
        <ConfirmDialog
          title={t(`picture.${asked ?? 'removing'}`)}
          description={t(`picture.${asked ?? 'removing'}Detail`, { name })}
          confirmLabel={t(asked === 'replacing' ? 'picture.change' : 'picture.remove')}
          open={asked !== null}
          onOpenChange={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            if (asked === 'replacing') choose()
            else onChange(null)
          }}
        />
      </div>
    </div>
  )
}
