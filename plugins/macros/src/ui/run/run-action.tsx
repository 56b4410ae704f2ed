import { Icon, IconButton, useWords, type SlotMap } from '@recado/sdk/ui'
import { useEffect, useState } from 'react'
import { useMacros } from '../use-macros.ts'
import { RunDialog } from './run-dialog.tsx'

/** The button in the header of a conversation; in the palette every macro stands by its name. */
export default function RunAction({ ticket, onCommands }: SlotMap['ticket.header.actions']) {
  const { t } = useWords()
  const [open, setOpen] = useState<{ readonly macroId: string | undefined }>()
  const { data } = useMacros({ isFresh: false })
  useEffect(() => {
    onCommands([
      { id: 'run', label: t('run.command'), run: () => setOpen({ macroId: undefined }) },
      ...(data ?? []).map(({ id, name }) => ({
        id,
        label: t('run.commandOf', { name }),
        run: () => setOpen({ macroId: id }),
      })),
    ])
  }, [data, onCommands, t])
  return (
    <>
      <IconButton
        icon={<Icon name="workflow" />}
        label={t('run.title')}
        onClick={() => setOpen({ macroId: undefined })}
      />
      {open && <RunDialog ticketId={ticket.id} macroId={open.macroId} onClose={() => setOpen(undefined)} />}
    </>
  )
}
