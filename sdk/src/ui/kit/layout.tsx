import { ChevronDown } from 'lucide-react'
import { Tabs as RadixTabs } from 'radix-ui'
import type { MouseEvent, ReactNode, TableHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** {@link Tabs}: which one is open, what they are called, and the name of them all for screen readers. */
export interface TabsProps {
  value: string
  onValueChange(value: string): void
  /** Instead of `onValueChange` when a tab is pressed, and not only reached with the arrow keys: what it leads to takes the focus. */
  onPick?: (value: string) => void
  label: string
  tabs: ReadonlyArray<{ value: string; label: ReactNode; badge?: ReactNode; disabled?: boolean }>
  /** The selected tab's content. Absent when the tabs only filter what stands elsewhere. */
  children?: ReactNode
  className?: string
}
/** Views of which one is open. `children` are the open one's content. */
export function Tabs({ value, onValueChange, onPick, label, tabs, children, className }: TabsProps) {
  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange} className={classNames('k-tabs', className)}>
      <RadixTabs.List className="k-tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className="k-tab" disabled={tab.disabled ?? false} {...(onPick && pressed(() => onPick(tab.value)))} {...(children === undefined ? { 'aria-controls': undefined } : {})}>{tab.label}{tab.badge}</RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {children !== undefined && <RadixTabs.Content value={value} className="k-tabs-content">{children}</RadixTabs.Content>}
    </RadixTabs.Root>
  )
}

/** What the tab leads to may be of another height and move it away before the button is let go: the press counts. Keys and assistive technology click without one. */
const pressed = (pick: () => void) => ({
  onMouseDown: (event: MouseEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    pick()
  },
  onClick: (event: MouseEvent) => { if (event.detail === 0) pick() },
})

/** An {@link AccordionSection}: its title, and what stays usable while it is closed. */
export interface AccordionSectionProps {
  title: ReactNode
  icon?: ReactNode
  /** Stays usable while the section is closed: a count, a menu. */
  aside?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}
/** One fold of the side panel. The browser's own disclosure: found by in-page search, no script to open. */
export function AccordionSection({ title, icon, aside, open, onOpenChange, className, children }: AccordionSectionProps) {
  return (
    <details className={classNames('k-section', className)} open={open} onToggle={(event) => onOpenChange?.(event.currentTarget.open)}>
      <summary className="k-section-head">
        <ChevronDown aria-hidden size={14} className="k-section-arrow" />
        {icon}
        <span className="k-section-title">{title}</span>
        {aside && <span className="k-section-aside">{aside}</span>}
      </summary>
      <div className="k-section-body">{children}</div>
    </details>
  )
}

/** Plain table parts inside, `<thead>` and `<tbody>`; scrolls sideways on small screens. `label` names it. */
export const Table = ({ label, className, children, ...rest }: TableHTMLAttributes<HTMLTableElement> & { label: string }) => (
  <div className="k-table-frame" role="region" aria-label={label} tabIndex={0}><table {...rest} className={classNames('k-table', className)}>{children}</table></div>
)

/** The head of a page: what it is, what it is for, its main action. */
export const PageHeader = ({ title, description, actions, className }: { title: ReactNode; description?: ReactNode; actions?: ReactNode; className?: string }) => (
  <header className={classNames('k-page-header', className)}>
    <div>
      <h1 className="k-page-title">{title}</h1>
      {description && <p className="k-page-description">{description}</p>}
    </div>
    {actions && <div className="k-page-actions">{actions}</div>}
  </header>
)
