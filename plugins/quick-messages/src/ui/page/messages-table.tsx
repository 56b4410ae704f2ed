import { Button, Table, useWords } from '@recado/sdk/ui'
import type { QuickMessage } from '../../messages/quick-message.ts'
import { ScopeBadge } from '../scope-badge.tsx'

interface MessagesTableProps { messages: readonly QuickMessage[]; onEdit(message: QuickMessage): void; onDelete(message: QuickMessage): void }

export function MessagesTable({ messages, onEdit, onDelete }: MessagesTableProps) {
  const { t } = useWords()
  return (
    <Table label={t('page.title')}>
      <thead><tr><th scope="col">{t('field.key')}</th><th scope="col">{t('field.message')}</th><th scope="col">{t('field.scope')}</th><th scope="col">{t('field.file')}</th><th scope="col">{t('page.actions')}</th></tr></thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.id}>
            <th scope="row" className="whitespace-nowrap">/{message.key}</th>
            <td className="max-w-md"><p className="line-clamp-2 break-words" dir="auto">{message.message}</p>{message.parts.length > 1 && <span className="text-xs text-ink-muted">{t('parts.count', { count: message.parts.length })}</span>}</td>
            <td><ScopeBadge message={message} /></td>
            <td className="max-w-40">
              {message.parts.some(({ file }) => file !== null) ? <ul>{message.parts.map(({ id, file }) => file && <li key={id} className="truncate"><a className="underline" href={file.url} target="_blank" rel="noopener">{file.name}</a></li>)}</ul> : '–'}
            </td>
            <td className="whitespace-nowrap">
              {message.editable
                ? (
                  <>
                    <Button size="small" variant="ghost" aria-label={t('page.editOne', { key: message.key })} onClick={() => onEdit(message)}>{t('page.edit')}</Button>
                    <Button size="small" variant="ghost" aria-label={t('page.deleteOne', { key: message.key })} onClick={() => onDelete(message)}>{t('page.delete')}</Button>
                  </>
                )
                : <span className="opacity-75">{t('page.readOnly')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
