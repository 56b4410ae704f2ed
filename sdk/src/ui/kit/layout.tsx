import { ChevronDown } from 'lucide-react'
import type { MouseEvent, ReactNode, TableHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** An {@link AccordionSection}: its title, and what stays usable while it is closed. */
export interface AccordionSectionProps {
  title: ReactNode
  icon?: ReactNode
  /** Stays usable while the section is closed: a count, a menu. */
  aside?: ReactNode
  open?: boolean
  /** Cannot be closed for as long as this holds, and has no arrow. */
  heldOpen?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}
/** One fold of the side panel. The browser's own disclosure: found by in-page search, no script to open. */
export function AccordionSection({
  title,
  icon,
  aside,
  open,
  heldOpen = false,
  onOpenChange,
  className,
  children,
}: AccordionSectionProps) {
  return (
    <details
      className={classNames('k-section', className)}
      open={heldOpen || open}
      onToggle={(event) => {
        if (!heldOpen) onOpenChange?.(event.currentTarget.open)
      }}
    >
      <summary
        className="k-section-head"
        {...(heldOpen && { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() })}
      >
        {!heldOpen && <ChevronDown aria-hidden size={14} className="k-section-arrow" />}
        {icon}
        <span className="k-section-title">{title}</span>
        {aside && <span className="k-section-aside">{aside}</span>}
      </summary>
      <div className="k-section-body">{children}</div>
    </details>
  )
}

/** Plain table parts inside, `<thead>` and `<tbody>`; scrolls sideways on small screens. `label` names it. */
export const Table = ({
  label,
  className,
  children,
  ...rest
}: TableHTMLAttributes<HTMLTableElement> & { label: string }) => (
  <div className="k-table-frame" role="region" aria-label={label} tabIndex={0}>
    <table {...rest} className={classNames('k-table', className)}>
      {children}
    </table>
  </div>
)

/** The head of a page: title, description, main action. */
export const PageHeader = ({
  title,
  description,
  actions,
  className,
}: {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  className?: string
}) => (
  <header className={classNames('k-page-header', className)}>
    <div>
      <h1 className="k-page-title">{title}</h1>
      {description && <p className="k-page-description">{description}</p>}
    </div>
    {actions && <div className="k-page-actions">{actions}</div>}
  </header>
)
