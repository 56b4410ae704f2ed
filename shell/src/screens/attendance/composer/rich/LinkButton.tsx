import { Button, Field, IconButton, Input, Popover } from '@recado/sdk/ui'
import type { Editor } from '@tiptap/core'
import { Link } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenLink, keptLink, removedLink, writtenAddress } from './links.ts'

/** Words with an address behind them: those that are chosen, or new ones. */
export function LinkButton({ editor }: { editor: Editor }) {
  const { t } = useTranslation('tickets')
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    editor.view.focus()
  }
  return (
    <Popover
      label={t('letter.link')}
      open={isOpen}
      onOpenChange={setOpen}
      side="top"
      className="w-80 max-w-[calc(100vw-1rem)]"
      trigger={
        <Toolbar.Button asChild>
          <IconButton
            size="small"
            icon={<Link size={16} />}
            label={t('letter.link')}
            aria-pressed={editor.isActive('link')}
          />
        </Toolbar.Button>
      }
    >
      <LinkForm editor={editor} onDone={close} />
    </Popover>
  )
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const { t } = useTranslation('tickets')
  const [chosen] = useState(() => chosenLink(editor))
  const [words, setWords] = useState(chosen.words)
  const [address, setAddress] = useState(chosen.href ?? '')
  const [isTried, setTried] = useState(false)
  const href = writtenAddress(address)
  return (
    <form
      className="flex flex-col gap-3 p-1"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setTried(true)
        if (href === undefined) return
        keptLink(editor, chosen, words, href)
        onDone()
      }}
    >
      <Field label={t('letter.address')} error={isTried && href === undefined ? t('letter.invalid') : undefined}>
        <Input
          autoFocus
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </Field>
      <Field label={t('letter.words')}>
        <Input maxLength={500} value={words} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        {chosen.href !== undefined && (
          <Button
            size="small"
            onClick={() => {
              removedLink(editor, chosen)
              onDone()
            }}
          >
            {t('letter.remove')}
          </Button>
        )}
        <Button size="small" variant="primary" type="submit">
          {t('letter.apply')}
        </Button>
      </div>
    </form>
  )
}
