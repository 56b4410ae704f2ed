import { Button, Dialog, Icon, IconButton, useWords, type SlotMap } from '@recado/sdk/ui'
import { useState } from 'react'
import { isSendable } from '../../../templates/message-fields.ts'
import type { Template } from '../../../templates/template.ts'
import { FillForm } from './fill-form.tsx'
import { PickList } from './pick-list.tsx'

/**
 * The toolbar's button; where the window of 24 hours is closed, the only thing that can be done here, and therefore
 * with its name. A template is chosen, filled in, looked at and sent.
 */
export default function TemplatePicker({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Template>()
  const isShut = composer.window?.open === false
  const isOff = composer.mode === 'note' || (composer.disabled && !isShut)
  const change = (open: boolean) => {
    setOpen(open)
    if (!open) setChosen(undefined)
  }
  const open = () => change(true)
  return (
    <>
      {isShut ? (
        <Button variant="primary" icon={<Icon name="file-text" />} disabled={isOff} onClick={open}>
          {t('templates.picker.title')}
        </Button>
      ) : (
        <IconButton
          icon={<Icon name="file-text" />}
          label={t('templates.picker.title')}
          disabled={isOff}
          onClick={open}
        />
      )}
      {isOpen &&
        (chosen && isSendable(chosen) ? (
          <FillForm
            template={chosen}
            ticket={ticket}
            onBack={() => setChosen(undefined)}
            onClose={() => change(false)}
            onSend={(part) => {
              composer.sendParts([part])
              change(false)
              composer.focus()
            }}
          />
        ) : (
          <Dialog
            open
            onOpenChange={change}
            shape="wide"
            title={t('templates.picker.title')}
            description={t('templates.picker.choose', { name: ticket.whatsapp.name })}
          >
            <PickList ticket={ticket} onPick={setChosen} />
          </Dialog>
        ))}
    </>
  )
}
