import { CopiedText, SecretDialog, useWords } from '@recado/sdk/ui'
import type { KeyMade } from '../../keys/key.ts'
import { Setups } from './setups.tsx'

/** The key, this once, with what connects a program. */
export function MadeDialog({ made, onClose }: { made: KeyMade; onClose(): void }) {
  const { t } = useWords()
  return (
    <SecretDialog
      title={t('made.title', { name: made.key.name })}
      description={t('made.once')}
      keptLabel={t('made.kept')}
      onClose={onClose}
    >
      <CopiedText label={t('made.key')} text={made.text} />
      <Setups text={made.text} />
    </SecretDialog>
  )
}
