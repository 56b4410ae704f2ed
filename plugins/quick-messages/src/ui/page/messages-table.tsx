import { Button, Table, useWords } from '@recado/sdk/ui'
import type { QuickMessage } from '../../messages/quick-message.ts'
import { ScopeBadge } from '../scope-badge.tsx'

interface MessagesTableProps {
  messages: readonly QuickMessage[]
  onEdit(message: QuickMessage): void
  onDelete(message: QuickMessage): void
}

export function MessagesTable({ messages, onEdit, onDelete }: MessagesTableProps) {
  const { t } = useWords()
  return (
    // On a telephone a row is a card: its text, and below it its acts.
    <div className="max-sm:[&_table]:block max-sm:[&_tbody]:block">
      <Table label={t('page.title')}>
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col">{t('field.key')}</th>
            <th scope="col">{t('field.message')}</th>
            <th scope="col">{t('field.scope')}</th>
            <th scope="col">{t('field.file')}</th>
            <th scope="col">{t('page.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <tr
              key={message.id}
              className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:py-1"
            >
              <th scope="row" className="truncate max-sm:order-1">
                /{message.key}
              </th>
              <td className="max-w-md max-sm:order-3 max-sm:col-span-2 max-sm:py-0">
                <p className="line-clamp-2 break-words" dir="auto">
                  {message.message}
                </p>
                {message.parts.length > 1 && (
                  <span className="text-xs text-ink-muted">{t('parts.count', { count: message.parts.length })}</span>
                )}
              </td>
              <td className="max-sm:order-2">
                <ScopeBadge message={message} />
              </td>
              <td className={`max-w-40 max-sm:order-4 max-sm:col-span-2 ${hasFile(message) ? '' : 'max-sm:hidden'}`}>
                {hasFile(message) ? (
                  <ul>
                    {message.parts.map(
                      ({ id, file }) =>
                        file && (
                          <li key={id} className="truncate">
                            <a className="underline" href={file.url} target="_blank" rel="noopener">
                              {file.name}
                            </a>
                          </li>
                        ),
                    )}
                  </ul>
                ) : (
                  '–'
                )}
              </td>
              <td
                className={
                  'whitespace-nowrap max-sm:order-5 max-sm:col-span-2 max-sm:pt-1 ' +
                  (message.editable ? 'max-sm:px-1' : '')
                }
              >
                {message.editable ? (
                  <>
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={t('page.editOne', { key: message.key })}
                      onClick={() => onEdit(message)}
                    >
                      {t('page.edit')}
                    </Button>
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={t('page.deleteOne', { key: message.key })}
                      onClick={() => onDelete(message)}
                    >
                      {t('page.delete')}
                    </Button>
                  </>
                ) : (
                  <span className="opacity-75">{t('page.readOnly')}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const hasFile = ({ parts }: QuickMessage): boolean => parts.some(({ file }) => file !== null)
