import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Tabs as RadixTabs } from 'radix-ui'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { classNames } from './class-names.ts'

/** {@link Tabs}: which one is open, what they are called, and the name of them all for screen readers. */
export interface TabsProps {
  value: string
  onValueChange(value: string): void
  /**
   * Instead of `onValueChange` when a tab is pressed, and not only reached with the arrow keys: its content takes the
   * focus.
   */
  onPick?: (value: string) => void
  label: string
  tabs: ReadonlyArray<{ value: string; label: ReactNode; badge?: ReactNode; disabled?: boolean }>
  /** The selected tab's content. Absent when the tabs only filter content elsewhere. */
  children?: ReactNode
  className?: string
}
/**
 * Views of which one is open. `children` are the open one's content. With more than fit, edges that hold more of them
 * fade and have a button; the open one is always in view.
 */
export function Tabs({ value, onValueChange, onPick, label, tabs, children, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const beyond = useBeyond(list, value, tabs.length)
  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange} className={classNames('k-tabs', className)}>
      <div className="k-tabs-frame">
        <RadixTabs.List
          ref={list}
          className="k-tabs-list"
          aria-label={label}
          data-before={beyond.before}
          data-after={beyond.after}
        >
          {tabs.map((tab) => (
            <RadixTabs.Trigger
              key={tab.value}
              value={tab.value}
              className="k-tab"
              disabled={tab.disabled ?? false}
              {...(onPick && pressed(() => onPick(tab.value)))}
              {...(children === undefined ? { 'aria-controls': undefined } : {})}
            >
              {tab.label}
              {tab.badge}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {beyond.before && <Edge list={list} side="before" />}
        {beyond.after && <Edge list={list} side="after" />}
      </div>
      {children !== undefined && (
        <RadixTabs.Content value={value} className="k-tabs-content">
          {children}
        </RadixTabs.Content>
      )}
    </RadixTabs.Root>
  )
}

/** For the pointer alone: keys and screen readers walk through all tabs, and the list follows. */
const Edge = ({ list, side }: { list: RefObject<HTMLDivElement | null>; side: 'before' | 'after' }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-hidden
    className="k-tabs-edge"
    data-side={side}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => list.current?.scrollBy({ left: (side === 'before' ? -0.7 : 0.7) * list.current.clientWidth })}
  >
    {side === 'before' ? <ChevronLeft size={16} /> : <ChevronRight size={16} />}
  </button>
)

/** Width that an edge takes from the list. Pixels. */
const edgeWidth = 28

/**
 * On which sides the list goes on beyond what is seen. Brings the open tab into view when it, the number of tabs or the
 * width of the list changes.
 */
function useBeyond(
  list: RefObject<HTMLDivElement | null>,
  value: string,
  count: number,
): { readonly before: boolean; readonly after: boolean } {
  const [beyond, setBeyond] = useState({ before: false, after: false })
  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const before = element.scrollLeft > 1
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setBeyond((known) => (known.before === before && known.after === after ? known : { before, after }))
    }
    const resized = new ResizeObserver((entries) => {
      if (entries.some(({ target }) => target === element)) reveal(element)
      look()
    })
    element.addEventListener('scroll', look, { passive: true })
    // The tabs themselves too: a count beside a word makes it wider.
    for (const part of [element, ...element.children]) resized.observe(part)
    reveal(element)
    look()
    return () => {
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [list, value, count])
  return beyond
}

/** Moves the list alone: the page stays where it is. */
function reveal(list: HTMLElement): void {
  const tab = list.querySelector<HTMLElement>('[data-state="active"]')
  if (!tab) return
  const start = tab.offsetLeft - edgeWidth
  const end = tab.offsetLeft + tab.offsetWidth + edgeWidth
  if (start < list.scrollLeft) list.scrollLeft = start
  else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth
}

/**
 * The tab's content may have another height and move the tab away before the button is released: the press counts. Keys
 * and assistive technology click without one.
 */
const pressed = (pick: () => void) => ({
  onMouseDown: (event: MouseEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    pick()
  },
  onClick: (event: MouseEvent) => {
    if (event.detail === 0) pick()
  },
})
