import { IconButton, type Composer } from '@recado/sdk/ui'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PollDialog } from './PollDialog.tsx'

/** The composer's button for a poll; it is sent as a message of its own, and the text stays. */
export default function PollAction({ composer }: { composer: Composer }) {
  const { t } = useTranslation('tickets')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        icon={<ChartColumn size={17} />}
        label={t('askPoll.open')}
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
