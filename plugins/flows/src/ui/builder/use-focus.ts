import { useEffect, useReducer, useRef, type RefObject } from 'react'

/** Where a part of the builder is entered; the part itself where there is no such element. */
const entrances: Readonly<Record<string, string>> = {
  palette: 'input',
  flow: '.react-flow__node.selected, [data-id][aria-pressed="true"]',
  side: 'h2',
}

/**
 * Where the focus goes in the builder when keys are pressed. Its parts are marked with `data-region`, blocks with
 * `data-id`; `whole` holds them.
 */
export function useFocus(whole: RefObject<HTMLElement | null>) {
  const isDue = useRef(false)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const find = (selector: string): HTMLElement | null | undefined => whole.current?.querySelector(selector)
  const toSide = (): void => {
    const head = find('[data-region="side"] h2')
    head?.focus()
    isDue.current = !head || document.activeElement !== head
  }
  useEffect(() => {
    if (isDue.current) toSide()
  })
  return {
    /** To what is opened beside the flow, once it is drawn. */
    openSide(): void {
      isDue.current = true
      draw()
    },
    /** A menu has closed: to its trigger, unless something was opened beside the flow. */
    closeMenu(event: Event): void {
      if (!isDue.current) return
      event.preventDefault()
      toSide()
    },
    /** To a block on the canvas or in the list; to these as a whole where it is not drawn. */
    toBlock(id: string | undefined): void {
      const block = id === undefined ? undefined : find(`[data-region="flow"] [data-id="${CSS.escape(id)}"]`)
      const target = block ?? find('[data-region="flow"]')
      target?.focus()
    },
    /** To the next part, or to the one before. */
    step(by: 1 | -1): void {
      const regions = [...(whole.current?.querySelectorAll<HTMLElement>('[data-region]') ?? [])].filter((one) =>
        one.checkVisibility(),
      )
      const now = regions.findIndex((one) => one.contains(document.activeElement))
      const region = regions[now === -1 ? 0 : (now + by + regions.length) % regions.length]
      const entrance = entrances[region?.dataset['region'] ?? '']
      const first = entrance === undefined ? null : region?.querySelector<HTMLElement>(entrance)
      const target = first ?? region
      target?.focus()
    },
  }
}
