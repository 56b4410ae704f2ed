import { classNames } from '@recado/sdk/ui'
import type { ReactNode } from 'react'

interface BubbleProps {
  own: boolean
  starts: boolean
  ends: boolean
  author?: string | null
  /** Was jumped to: stands out for a moment. */
  highlighted?: boolean
  /** True while an act on it is under way. */
  faded?: boolean
  toolbar?: ReactNode
  /** Stands before the row while messages are being selected. */
  mark?: ReactNode
  foot: ReactNode
  children: ReactNode
}

/** The frame that both stored messages and those on their way are in. */
export function Bubble({
  own,
  starts,
  ends,
  author,
  highlighted = false,
  faded = false,
  toolbar,
  mark,
  foot,
  children,
}: BubbleProps) {
  const bubble = (
    <div
      className={classNames(
        'rounded-lg px-3 py-2 text-thread transition-shadow',
        own ? 'bg-accent-soft' : 'border border-line bg-raised',
        own ? !ends && 'rounded-br-sm' : !ends && 'rounded-bl-sm',
        highlighted && 'ring-2 ring-accent',
      )}
    >
      <div className={faded ? 'text-ink-muted' : undefined}>{children}</div>
      <span className="mt-0.5 flex items-center justify-end gap-1 text-xs leading-4 text-ink-muted tabular-nums">
        {foot}
      </span>
    </div>
  )
  return (
    <div className={classNames('group flex items-center gap-2 px-4', ends ? 'pb-2.5' : 'pb-0.5')}>
      {mark}
      <div className={classNames('flex min-w-0 flex-1', own ? 'justify-end' : 'justify-start')}>
        <div className={classNames('relative flex max-w-[min(34rem,86%)] flex-col', own ? 'items-end' : 'items-start')}>
          {starts && author && <span className="mb-0.5 px-1 text-xs text-ink-muted">{author}</span>}
          {bubble}
          {toolbar && (
            <div
              className={classNames(
                'absolute top-1 flex opacity-0 transition-opacity group-focus-within:opacity-100 ' +
                  'group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100',
                own ? 'right-full mr-1' : 'left-full ml-1',
              )}
            >
              {toolbar}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
