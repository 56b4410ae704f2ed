import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type Way = 'Tab' | 'Shift+Tab'

/** The hands of somebody who has no mouse. */
export class Keys {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Whether the focus is on it, or within; also for what stands in a frame or a shadow tree. */
  on(target: Locator): Promise<boolean> {
    return target.evaluate((element) =>
      element.contains((element.getRootNode() as Document | ShadowRoot).activeElement),
    )
  }

  /** Walks there with the Tab key; what is near the end is nearer backwards. */
  async to(target: Locator, way: Way = 'Tab'): Promise<void> {
    await target.waitFor({ state: 'attached' })
    for (let step = 0; step < 160; step++) {
      if (await this.on(target)) return
      await this.#page.keyboard.press(way)
    }
    throw new Error(`the Tab key does not lead to ${String(target)}`)
  }

  /** Walks to a button or link and presses it. */
  async press(target: Locator, way: Way = 'Tab'): Promise<void> {
    await this.to(target, way)
    await this.#page.keyboard.press('Enter')
  }

  /** Walks to a box or switch and changes it. */
  async tick(target: Locator, way: Way = 'Tab'): Promise<void> {
    await this.to(target, way)
    await this.#page.keyboard.press('Space')
  }

  /** Walks to a field and writes in it what it has from then on. */
  async write(target: Locator, text: string, way: Way = 'Tab'): Promise<void> {
    await this.to(target, way)
    await this.#page.keyboard.press('Control+a')
    await this.#page.keyboard.type(text)
  }

  /** Goes to a tab of this list by the arrows. */
  async showTab(list: Locator, name: string): Promise<void> {
    await this.to(list)
    await this.#page.keyboard.press('Home')
    const [wanted, count] = [
      list.getByRole('tab', { name: new RegExp(`^${name}`) }),
      await list.getByRole('tab').count(),
    ]
    for (let step = 0; step < count; step++) {
      const selected = list.getByRole('tab', { selected: true })
      if ((await wanted.getAttribute('aria-selected')) === 'true') return
      const before = await selected.textContent()
      await this.#page.keyboard.press('ArrowRight')
      await expect.poll(() => selected.textContent()).not.toBe(before)
    }
    throw new Error(`the arrows do not lead to ${name}`)
  }

  /** Takes an option of the list under the field that one types in, by the arrows and Enter. */
  async choose(name: RegExp): Promise<void> {
    const option = this.#page.getByRole('option', { name }).first()
    await option.waitFor()
    const count = await this.#page.getByRole('option').count()
    for (let step = 0; step < count && (await option.getAttribute('aria-selected')) !== 'true'; step++)
      await this.#page.keyboard.press('ArrowDown')
    await expect.poll(() => option.getAttribute('aria-selected')).toBe('true')
    await this.#page.keyboard.press('Enter')
  }

  /** Goes to an item of a tree that is shown, by the arrows. */
  async toItem(tree: Locator, item: Locator): Promise<void> {
    await this.to(tree)
    await this.#page.keyboard.press('Home')
    const count = await tree.getByRole('treeitem').count()
    for (let step = 0; step < count; step++) {
      if (await item.evaluate((element) => element === document.activeElement)) return
      await this.#page.keyboard.press('ArrowDown')
    }
    throw new Error(`the arrows do not lead to ${String(item)}`)
  }
}
