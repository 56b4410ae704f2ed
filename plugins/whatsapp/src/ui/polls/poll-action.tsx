import { Icon, IconButton, useWords, type SlotMap } from '@recado/sdk/ui'
import { useState } from 'react'
import { PollDialog } from './poll-dialog.tsx'

/** The composer's button for a poll; it is sent as a message of its own, and the text stays. */
export default function PollAction({ composer }: SlotMap['ticket.composer.actions']) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={<Icon name="bar-chart-3" />}
        label={t('poll.open')}
        disabled={composer.disabled}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <PollDialog
          onSend={(poll) => {
            setOpen(false)
            composer.sendParts([poll])
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
