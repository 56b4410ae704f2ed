import { variablePieces } from '@recado/sdk'
import { Icon, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import { isMediaHeader, type HeaderFormat, type TemplateButton } from '../../templates/template-kinds.ts'

export interface PreviewProps {
  headerFormat: HeaderFormat | null
  headerText: string
  headerValues: Readonly<Record<string, string>>
  /** Of a picture; others are shown by their sign. */
  headerUrl?: string | null | undefined
  body: string
  bodyValues: Readonly<Record<string, string>>
  footer: string
  buttons: readonly TemplateButton[]
}

const headerIcons = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'file-text', LOCATION: 'globe' } as const
const buttonIcons = {
  quickReply: 'message-circle',
  url: 'link',
  call: 'phone',
  copy: 'clipboard-list',
  other: 'zap',
} as const

/** Preview of the message as WhatsApp draws it: values in their places, missing ones marked. */
export function Preview({
  headerFormat,
  headerText,
  headerValues,
  headerUrl,
  body,
  bodyValues,
  footer,
  buttons,
}: PreviewProps) {
  const { t } = useWords()
  const isEmpty = body.trim() === '' && headerText.trim() === '' && !isMediaHeader(headerFormat)
  return (
    <section aria-label={t('templates.preview.title')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t('templates.preview.title')}</h3>
      <div className="rounded-lg bg-canvas p-4">
        <div
          className={
            'ml-0 mr-auto flex max-w-80 flex-col overflow-hidden rounded-lg border border-line bg-raised text-sm'
          }
          dir="auto"
        >
          {headerFormat !== null &&
            headerFormat !== 'TEXT' &&
            (headerFormat === 'IMAGE' && headerUrl ? (
              <img src={headerUrl} alt={t('templates.header.IMAGE')} className="max-h-44 w-full object-cover" />
            ) : (
              <span className="flex h-28 items-center justify-center gap-2 bg-hover text-ink-muted">
                <Icon name={headerIcons[headerFormat]} />
                {t(`templates.header.${headerFormat}`)}
              </span>
            ))}
          <div className="flex flex-col gap-1 px-3 py-2">
            {headerFormat === 'TEXT' && headerText.trim() !== '' && (
              <p className="font-semibold break-words">
                <Filled text={headerText} values={headerValues} />
              </p>
            )}
            {isEmpty ? (
              <p className="text-ink-muted">{t('templates.preview.empty')}</p>
            ) : (
              <p className="whitespace-pre-wrap break-words">
                <Filled text={body} values={bodyValues} />
              </p>
            )}
            {footer.trim() !== '' && <p className="text-xs text-ink-muted break-words">{footer}</p>}
          </div>
          {buttons.length > 0 && (
            <ul className="flex flex-col">
              {buttons.map((button, index) => (
                <li
                  key={index}
                  className="flex items-center justify-center gap-2 border-t border-line px-3 py-2 text-accent-text"
                >
                  <Icon name={buttonIcons[button.type]} size={14} />
                  <span className="truncate">{button.text || t(`templates.button.${button.type}`, { kind: '' })}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}

/** The text with its values, those that are missing marked. */
function Filled({ text, values }: { text: string; values: Readonly<Record<string, string>> }): ReactNode {
  return variablePieces(text).map(({ text: piece, variable }, index) => {
    const value = variable !== undefined && Object.hasOwn(values, variable) ? values[variable]!.trim() : ''
    if (variable === undefined) return piece
    return value === '' ? (
      <mark key={index} className="rounded-sm bg-warning-soft px-0.5 text-warning">
        {piece}
      </mark>
    ) : (
      value
    )
  })
}
