import { useState } from 'react'
import { Button, IconButton } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import type { TemplatePickerProps } from './template-props.ts'
import { usePickerWords } from './words.ts'

/** The picker itself, which comes when the first one is drawn. */
export default function Picker<T>({ ticket, composer, renderList, renderForm }: TemplatePickerProps<T>) {
  const t = usePickerWords()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<{ readonly template: T }>()
  const isShut = composer.window?.open === false
  const isOff = composer.mode === 'note' || (composer.disabled && !isShut)
  const change = (open: boolean) => {
    setOpen(open)
    if (!open) setChosen(undefined)
  }
  const open = () => change(true)
  const title = t('title')
  return (
    <>
      {isShut ? (
        <Button variant="primary" icon={<Icon name="file-text" />} disabled={isOff} onClick={open}>
          {title}
        </Button>
      ) : (
        <IconButton icon={<Icon name="file-text" />} label={title} disabled={isOff} onClick={open} />
      )}
      {isOpen &&
        (chosen ? (
          renderForm(chosen.template, {
            onBack: () => setChosen(undefined),
            onClose: () => change(false),
            onSend(part) {
              composer.sendParts([part])
              change(false)
              composer.focus()
            },
          })
        ) : (
          <Dialog
            open
            onOpenChange={change}
            shape="wide"
            title={title}
            description={t('choose', { name: ticket.whatsapp.name })}
          >
            {renderList((template) => setChosen({ template }))}
          </Dialog>
        ))}
    </>
  )
}
