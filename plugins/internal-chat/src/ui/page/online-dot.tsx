import { useWords } from '@recado/sdk/ui'

/** Whether a colleague is there: filled, or a ring. */
export function OnlineDot({ isOnline }: { isOnline: boolean }) {
  const { t } = useWords()
  const label = t(isOnline ? 'presence.online' : 'presence.offline')
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={
        'block size-3 rounded-full border-2 ' +
        (isOnline ? 'border-surface bg-success' : 'border-line-strong bg-surface')
      }
    />
  )
}
