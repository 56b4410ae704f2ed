import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { Field, Input } from './field.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import words from './locales/en.json' with { type: 'json' }
import { kitNamespace } from './words.ts'

afterEach(cleanup)

const english = i18next.createInstance({ lng: 'en', resources: { en: { [kitNamespace]: words } } })
void english.init()
const inEnglish = (children: ReactNode) => <I18nextProvider i18n={english}>{children}</I18nextProvider>

/** A form with a name, and what was done with it. */
function open(props: Partial<FormDialogProps> = {}) {
  const done: string[] = []
  const dialog = (more: Partial<FormDialogProps>) =>
    inEnglish(
      <FormDialog
        title="A tag"
        onSubmit={() => done.push('sent')}
        onClose={() => done.push('closed')}
        {...props}
        {...more}
      >
        <Field label="Name" error={more.mistakes === undefined ? undefined : 'Missing'}>
          <Input />
        </Field>
      </FormDialog>,
    )
  const drawn = render(dialog({}))
  return { done, draw: (more: Partial<FormDialogProps>) => drawn.rerender(dialog(more)) }
}
const button = (name: string) => screen.getByRole('button', { name })

describe('a form in a dialog', () => {
  it('is sent by its button, once at a time', () => {
    const { done, draw } = open()
    fireEvent.click(button('Save'))
    draw({ busy: true })
    fireEvent.submit(document.querySelector('form')!)
    expect(done).toEqual(['sent'])
  })

  it('is sent neither by its button nor by the Enter key until it is ready', () => {
    const { done, draw } = open({ isReady: false, submitVariant: 'danger', submitLabel: 'Delete' })
    expect(button('Delete').hasAttribute('disabled')).toBe(true)
    fireEvent.submit(document.querySelector('form')!)
    expect(done).toEqual([])
    draw({ isReady: true })
    fireEvent.click(button('Delete'))
    expect(done).toEqual(['sent'])
  })

  it('is not sent with the form that it was opened from', () => {
    const sent: string[] = []
    render(
      inEnglish(
        <form onSubmit={() => sent.push('outer')}>
          <FormDialog title="Inner" onSubmit={() => sent.push('inner')} onClose={() => undefined}>
            <Input />
          </FormDialog>
        </form>,
      ),
    )
    fireEvent.click(button('Save'))
    expect(sent).toEqual(['inner'])
  })

  it('closes at once where nothing was typed, and asks where something would be lost', () => {
    const { done, draw } = open()
    fireEvent.click(button('Cancel'))
    expect(done).toEqual(['closed'])
    draw({ isChanged: true })
    fireEvent.click(button('Cancel'))
    expect(done).toEqual(['closed'])
    fireEvent.click(button('Discard'))
    expect(done).toEqual(['closed', 'closed'])
  })

  it('says why it was refused, and moves the focus to the first mistake', () => {
    const { draw } = open()
    draw({ problem: 'There is one already', mistakes: {} })
    expect(screen.getByText('There is one already').getAttribute('role')).toBe('alert')
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })
})
