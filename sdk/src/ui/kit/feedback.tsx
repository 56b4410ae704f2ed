import { CircleAlert, LockKeyhole } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Button } from './button.tsx'
import { useErrorWords } from './error-text.ts'
import { useKitWords } from './words.ts'

/** The shape of what is coming. `lines` draws a paragraph; sizes are CSS lengths. */
export function Skeleton({
  lines,
  width,
  height,
  className,
}: {
  lines?: number
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
}) {
  if (lines === undefined)
    return <span className={classNames('k-skeleton', className)} style={{ width, height }} aria-hidden />
  return (
    <span className={classNames('k-skeleton-lines', className)} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          className="k-skeleton"
          style={{ width: line === lines - 1 && lines > 1 ? '60%' : (width ?? '100%') }}
        />
      ))}
    </span>
  )
}

interface StateProps {
  icon?: ReactNode
  title: string
  /** True for the only content of the page: the title is the page's heading. */
  page?: boolean
  children?: ReactNode
  action?: ReactNode
  className?: string
}
const State = ({
  icon,
  title,
  page = false,
  children,
  action,
  className,
  role,
}: StateProps & { role?: 'alert' | 'status' }) => (
  <div className={classNames('k-state', className)} role={role}>
    {icon && (
      <span className="k-state-icon" aria-hidden>
        {icon}
      </span>
    )}
    {page ? <h1 className="k-state-title">{title}</h1> : <p className="k-state-title">{title}</p>}
    {children && <div className="k-state-text">{children}</div>}
    {action && <div className="k-state-action">{action}</div>}
  </div>
)

/** State of an empty list: shows the next step, with the action that takes it. */
export const EmptyState = (props: StateProps) => <State {...props} />

/**
 * State after a failed load. `what` completes the sentence "Could not load …"; the reason follows in the user's
 * language.
 */
export function ErrorState({
  what,
  error,
  onRetry,
  className,
}: {
  what: string
  error?: unknown
  onRetry?: () => void
  className?: string
}) {
  const t = useKitWords()
  const words = useErrorWords()(error)
  return (
    <State
      role="alert"
      icon={<CircleAlert size={20} />}
      title={t('failed', { what })}
      className={classNames('k-state-error', className)}
      {...(onRetry
        ? {
            action: (
              <Button size="small" onClick={onRetry}>
                {t('retry')}
              </Button>
            ),
          }
        : {})}
    >
      {error === undefined ? null : (
        <>
          {words.text}
          {words.detail && <span className="k-state-detail">{words.detail}</span>}
        </>
      )}
    </State>
  )
}

/** Placeholder for content that this user may not see; `children` name whom to ask. */
export function NoPermission({ children }: { children?: ReactNode }) {
  const t = useKitWords()
  return (
    <State icon={<LockKeyhole size={20} />} title={t('noPermission')}>
      {children ?? t('noPermissionHelp')}
    </State>
  )
}
