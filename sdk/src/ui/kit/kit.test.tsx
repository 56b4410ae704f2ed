import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderPanel } from '@recado/sdk/testing/ui'
import {
  Button,
  ConfirmDialog,
  ContextMenu,
  Dialog,
  DropdownMenu,
  ErrorState,
  MenuItem,
  Tabs,
  toast,
  Toaster,
  toastQueue,
} from '@recado/sdk/ui'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

/** The stylesheet's rules of a selector. */
const rulesOf = (selector: string): string => {
  const sheet = readFileSync(join(import.meta.dirname, 'styles/overlays.css'), 'utf8')
  const start = sheet.indexOf(`${selector} {`)
  return sheet.slice(start, sheet.indexOf('}', start))
}
const plugin = { id: 'notes', version: '1.0.0', title: 'Notes' }

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('dialogs', () => {
  test('a dialog of a plugin stands in an element that carries the styles of the plugin', () => {
    renderPanel(
      <Dialog title="Edit" trigger={<Button>open</Button>}>
        inside
      </Dialog>,
      { plugin },
    )
    fireEvent.click(screen.getByText('open'))
    expect(screen.getByRole('dialog', { name: 'Edit' }).closest('[data-plugin="notes"]')).toBeTruthy()
  })

  function Deleting({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
    const [open, setOpen] = useState(true)
    return (
      <ConfirmDialog
        title="Delete channel"
        description="Its tickets stay."
        confirmLabel="Delete"
        word="Sales"
        open={open}
        onOpenChange={setOpen}
        onConfirm={onConfirm}
      />
    )
  }

  test('what cannot be brought back needs its word, and closes only when it is done', async () => {
    const done = Promise.withResolvers<undefined>()
    renderPanel(<Deleting onConfirm={() => done.promise} />)
    const confirm = () => screen.getByText<HTMLButtonElement>('Delete')
    expect(confirm().disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('Type Sales to confirm'), { target: { value: 'Sales' } })
    expect(confirm().disabled).toBe(false)
    fireEvent.submit(document.querySelector('form')!)
    await waitFor(() => expect(confirm().getAttribute('aria-busy')).toBe('true'))
    await act(async () => done.resolve(undefined))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('a refusal is said in the dialog, which stays open', async () => {
    renderPanel(<Deleting onConfirm={() => Promise.reject('It is in use')} />)
    fireEvent.change(screen.getByLabelText('Type Sales to confirm'), { target: { value: 'Sales' } })
    fireEvent.submit(document.querySelector('form')!)
    expect((await screen.findByRole('alert')).textContent).toBe('It is in use')
    expect(screen.getByRole('alertdialog')).toBeTruthy()
  })

  function Renaming({ onClosed = () => undefined }: { onClosed?: () => void }) {
    const [open, setOpen] = useState(false)
    const close = () => {
      setOpen(false)
      onClosed()
    }
    return (
      <>
        <Button onClick={() => setOpen(true)}>Rename</Button>
        <DropdownMenu trigger={<Button>More</Button>}>
          <MenuItem onSelect={() => setOpen(true)}>Rename it</MenuItem>
        </DropdownMenu>
        <input aria-label="Other" />
        <Dialog title="Rename" open={open} onOpenChange={close}>
          <input aria-label="Name" autoFocus />
        </Dialog>
      </>
    )
  }
  const closeByKey = async () => {
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  test('a closed dialog gives the focus back: to what had it, or to the button of the menu whose entry opened it', async () => {
    renderPanel(<Renaming />)
    const button = screen.getByText('Rename').closest('button')!
    button.focus()
    fireEvent.click(button)
    await closeByKey()
    await waitFor(() => expect(document.activeElement).toBe(button))
    const more = screen.getByText('More').closest('button')!
    more.focus()
    fireEvent.keyDown(more, { key: 'Enter' })
    const entry = await screen.findByRole('menuitem', { name: 'Rename it' })
    entry.focus()
    fireEvent.click(entry)
    await closeByKey()
    await waitFor(() => expect(document.activeElement).toBe(more))
  })

  test('who takes the focus when a dialog closes keeps it', async () => {
    renderPanel(<Renaming onClosed={() => screen.getByLabelText('Other').focus()} />)
    const button = screen.getByText('Rename').closest('button')!
    button.focus()
    fireEvent.click(button)
    await closeByKey()
    await act(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
    })
    expect(document.activeElement).toBe(screen.getByLabelText('Other'))
  })
})

describe('menus', () => {
  test('one list of entries serves a button and a right click', async () => {
    const chosen: string[] = []
    const entries = <MenuItem onSelect={() => chosen.push('archive')}>Archive</MenuItem>
    renderPanel(
      <>
        <DropdownMenu trigger={<Button>More</Button>}>{entries}</DropdownMenu>
        <ContextMenu trigger={<p>a row</p>}>{entries}</ContextMenu>
      </>,
    )
    fireEvent.keyDown(screen.getByText('More'), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
    fireEvent.contextMenu(screen.getByText('a row'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
    expect(chosen).toEqual(['archive', 'archive'])
  })

  test('the finger that opened a menu by a long press chooses nothing when it is lifted over an entry', async () => {
    const chosen: string[] = []
    renderPanel(
      <ContextMenu trigger={<p>a row</p>}>
        <MenuItem onSelect={() => chosen.push('archive')}>Archive</MenuItem>
      </ContextMenu>,
    )
    fireEvent.contextMenu(screen.getByText('a row'))
    const entry = await screen.findByRole('menuitem', { name: 'Archive' })
    const lift = () => fireEvent(entry, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
    lift()
    expect(chosen).toEqual([])
    fireEvent.pointerDown(entry, { pointerType: 'touch' })
    lift()
    expect(chosen).toEqual(['archive'])
  })
})

describe('buttons and tabs', () => {
  test('a busy button takes no clicks and keeps the focus', () => {
    let clicks = 0
    renderPanel(
      <Button
        busy
        onClick={() => {
          clicks += 1
        }}
      >
        Save
      </Button>,
    )
    const button = screen.getByText('Save')
    button.focus()
    fireEvent.click(button)
    expect(clicks).toBe(0)
    expect(document.activeElement).toBe(button)
  })

  test('arrows move between tabs', async () => {
    function Filters() {
      const [value, setValue] = useState('mine')
      return (
        <Tabs
          label="Lists"
          value={value}
          onValueChange={setValue}
          tabs={[
            { value: 'mine', label: 'Mine' },
            { value: 'queue', label: 'Queue' },
          ]}
        >
          {value}
        </Tabs>
      )
    }
    renderPanel(<Filters />)
    const mine = screen.getByRole('tab', { name: 'Mine' })
    act(() => mine.focus())
    fireEvent.keyDown(mine, { key: 'ArrowRight' })
    expect((await screen.findByRole('tab', { name: 'Queue', selected: true })).textContent).toBe('Queue')
  })
})

describe('toasts', () => {
  test('S8-003 S8-004 S8-183 S8-184 an error shows its sentence and its detail in red at the top, is announced, and can be read afterwards', () => {
    renderPanel(<Toaster />, {
      errors: { ERR_NO_WAPP_FOUND: 'Channel not found', ERR_NO_WAPP_FOUND_detail: 'It was deleted.' },
    })
    act(() => void toast.error('ERR_NO_WAPP_FOUND'))
    expect(screen.getByRole('alert').textContent).toBe('Channel not foundIt was deleted.')
    expect(screen.getByRole('alert').dataset['tone']).toBe('error')
    expect(rulesOf('.k-toasts')).toMatch(/position: fixed;\s+inset: \d+px 0 auto;/)
    expect(rulesOf(".k-toast[data-tone='error']")).toContain('--color-danger')
    act(() => toast.dismiss(toastQueue.shown()[0]!.id))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(toastQueue.errors()).toHaveLength(1)
  })

  test("S8-182 S8-005 texts of exceptions are not shown, codes nobody knows are shown as they are, and so is a caller's sentence", () => {
    renderPanel(<Toaster />, { errors: { ERR_NO_WAPP_FOUND: 'Channel not found' } })
    act(() => void toast.error(new Error('password=hunter2')))
    expect(screen.getByRole('alert').textContent).toBe('Something went wrong. Code: ERR_CLIENT')
    act(() => {
      toastQueue.clear()
      toast.error('ERR_FROM_THE_FUTURE')
    })
    expect(screen.getByRole('alert').textContent).toContain('ERR_FROM_THE_FUTURE')
    act(() => {
      toastQueue.clear()
      toast.error('ERR_FROM_THE_FUTURE', { otherwise: 'The note was not saved.' })
    })
    expect(screen.getByText('The note was not saved.').querySelector('.k-toast-detail')?.textContent).toBe(
      'ERR_FROM_THE_FUTURE',
    )
    act(() => {
      toastQueue.clear()
      toast.error('The line is cut')
    })
    expect(screen.getByRole('alert').textContent).toBe('The line is cut')
    // A row with texts keeps them.
    act(() => {
      toastQueue.clear()
      toast.error('ERR_NO_WAPP_FOUND', { otherwise: 'The note was not saved.' })
    })
    expect(screen.getByRole('alert').textContent).toBe('Channel not found')
  })

  test('S8-006 a success begins with the words of success; S8-185 an error goes after 500 ms, but not while it is pointed at', () => {
    vi.useFakeTimers()
    renderPanel(<Toaster />)
    act(() => {
      toast.success('Channel saved')
      toast.error('Not saved')
    })
    expect(screen.getByText('All set... Channel saved')).toBeTruthy()
    const error = screen.getByText('Not saved').closest('.k-toast')!
    fireEvent.pointerEnter(error)
    act(() => vi.advanceTimersByTime(600))
    expect(screen.queryByText('Not saved')).toBeTruthy()
    fireEvent.pointerLeave(error)
    act(() => vi.advanceTimersByTime(499))
    expect(screen.queryByText('Not saved')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByText('Not saved')).toBeNull()
    expect(screen.getByText('All set... Channel saved')).toBeTruthy()
  })

  test('a press on a toast closes no dialog under it, not even when the toast is gone before the click; one on the page does', async () => {
    renderPanel(
      <>
        <Toaster />
        <Dialog title="Edit" trigger={<Button>open</Button>}>
          inside
        </Dialog>
      </>,
    )
    fireEvent.click(screen.getByText('open'))
    const press = (target: Element) => {
      fireEvent.pointerDown(target, { button: 0, pointerType: 'mouse' })
      fireEvent.pointerUp(target, { button: 0, pointerType: 'mouse' })
      fireEvent.click(target)
    }
    // Radix listens a moment after the dialog has opened, and judges a press a moment after the click.
    const aMoment = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    await aMoment()
    act(() => void toast.error('Not saved', { durationMs: 60_000 }))
    press(screen.getByText('Not saved'))
    press(screen.getByRole('button', { name: 'Dismiss notice', hidden: true }))
    await aMoment()
    expect(screen.queryByText('Not saved')).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Edit' })).toBeTruthy()
    press(document.querySelector('.k-overlay')!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('an error state names what failed and offers a retry', () => {
  let retries = 0
  renderPanel(
    <ErrorState
      what="the contacts"
      onRetry={() => {
        retries += 1
      }}
    />,
  )
  expect(screen.getByRole('alert').textContent).toContain('Could not load the contacts')
  fireEvent.click(screen.getByText('Try again'))
  expect(retries).toBe(1)
})
