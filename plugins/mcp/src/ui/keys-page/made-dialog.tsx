import { Button, CopiedText, Dialog, useWords } from '@recado/sdk/ui'
import type { KeyMade } from '../../keys/key.ts'
import { Setups } from './setups.tsx'

/** The key, this once, with what connects a program. */
export function MadeDialog({ made, onClose }: { made: KeyMade; onClose(): void }) {
  const { t } = useWords()
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      shape="wide"
      title={t('made.title', { name: made.key.name })}
      description={t('made.once')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('made.kept')}
        </Button>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        <CopiedText label={t('made.key')} text={made.text} />
        <Setups text={made.text} />
      </div>
    </Dialog>
  )
}
