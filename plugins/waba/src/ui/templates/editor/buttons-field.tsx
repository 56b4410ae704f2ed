import { Button, DropdownMenu, Field, Input, MenuItem, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import { buttonTypes, type ButtonType, type TemplateButton } from '../../../templates/template-kinds.ts'
import { limits } from '../../../templates/template-limits.ts'
import { Counter } from './counter.tsx'
import { braces, useProblemText } from './problem-text.ts'
import type { EditorState } from './use-editor.ts'

const fresh: Readonly<Record<ButtonType, TemplateButton>> = {
  quickReply: { type: 'quickReply', text: '' },
  url: { type: 'url', text: '', url: 'https://', example: '' },
  call: { type: 'call', text: '', phone: '' },
  copy: { type: 'copy', text: '', code: '' },
}

/** S3-030, S3-031: up to ten buttons, in the order they are under the message. */
export function ButtonsField({ editor, disabled }: { editor: EditorState; disabled: boolean }) {
  const { t } = useWords()
  const problemText = useProblemText()
  const {
    content: { buttons },
    change,
    problemAt,
  } = editor
  const whole = problemText(problemAt('buttons'))
  const set = (index: number, button: TemplateButton) => change({ buttons: buttons.with(index, button) })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('templates.field.buttons')}</legend>
      {buttons.map((button, index) => (
        // The position identifies a button: it has no other identity.
        <div
          key={index}
          role="group"
          aria-label={t(`templates.button.${button.type}`, {
            kind: button.type === 'other' ? button.providerType : '',
          })}
          className="flex flex-col gap-2 rounded-md border border-line p-3"
        >
          <div className="flex items-center justify-between gap-2">
            <span className="text-sm font-medium">
              {index + 1}.{' '}
              {t(`templates.button.${button.type}`, { kind: button.type === 'other' ? button.providerType : '' })}
            </span>
            {!disabled && (
              <span className="flex">
                {index > 0 && (
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={t('templates.button.up', { number: index + 1 })}
                    onClick={() =>
                      change({ buttons: buttons.with(index, buttons[index - 1]!).with(index - 1, button) })
                    }
                  >
                    ↑
                  </Button>
                )}
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={t('templates.button.remove', { number: index + 1 })}
                  onClick={() => change({ buttons: buttons.toSpliced(index, 1) })}
                >
                  ×
                </Button>
              </span>
            )}
          </div>
          {problemText(problemAt(`buttons.${index}`)) && (
            <p role="alert" className="text-xs text-danger">
              {problemText(problemAt(`buttons.${index}`))}
            </p>
          )}
          <OneButton
            button={button}
            index={index}
            editor={editor}
            disabled={disabled}
            onChange={(changed) => set(index, changed)}
          />
        </div>
      ))}
      {whole && (
        <p role="alert" className="text-xs text-danger">
          {whole}
        </p>
      )}
      {!disabled && buttons.length < limits.buttons && (
        <DropdownMenu
          align="start"
          trigger={
            <Button size="small" className="self-start">
              {t('templates.button.add')}
            </Button>
          }
        >
          {buttonTypes.map((type) => (
            <MenuItem key={type} onSelect={() => change({ buttons: [...buttons, fresh[type]] })}>
              {t(`templates.button.${type}`)}
            </MenuItem>
          ))}
        </DropdownMenu>
      )}
    </fieldset>
  )
}

function OneButton({
  button,
  index,
  editor: { problemAt },
  disabled,
  onChange,
}: {
  button: TemplateButton
  index: number
  editor: EditorState
  disabled: boolean
  onChange(button: TemplateButton): void
}) {
  const { t } = useWords()
  const problemText = useProblemText()
  const number = index + 1
  const input = (
    key: string,
    label: string,
    value: string,
    write: (value: string) => TemplateButton,
    help?: ReactNode,
  ) => (
    <Field
      label={t(`templates.field.${label}`, { number })}
      help={help}
      error={problemText(problemAt(`buttons.${index}.${key}`))}
      required
    >
      <Input value={value} disabled={disabled} onChange={(event) => onChange(write(event.target.value))} />
    </Field>
  )
  const text = input(
    'text',
    'buttonText',
    button.text,
    (value) => ({ ...button, text: value }),
    <Counter text={button.text} limit={limits.buttonText} />,
  )
  switch (button.type) {
    case 'quickReply':
    case 'other':
      return text
    case 'url':
      return (
        <>
          {text}
          {input('url', 'buttonUrl', button.url, (url) => ({ ...button, url }), t('templates.help.buttonUrl', braces))}
          {button.url.endsWith('{{1}}') &&
            input('example', 'buttonExample', button.example, (example) => ({ ...button, example }))}
        </>
      )
    case 'call':
      return (
        <>
          {text}
          {input('phone', 'buttonPhone', button.phone, (phone) => ({ ...button, phone }))}
        </>
      )
    case 'copy':
      return (
        <>
          {text}
          {input('code', 'buttonCode', button.code, (code) => ({ ...button, code }))}
        </>
      )
  }
}
