import { languageName } from '@recado/sdk'
import { Badge, DropdownMenu, Icon, IconButton, MenuItem, MenuSeparator, Table, useWords } from '@recado/sdk/ui'
import type { Template } from '../../templates/template.ts'
import { StatusBadge, StatusHelp } from './status-badge.tsx'

interface Acts {
  onOpen(template: Template): void
  onDuplicate(template: Template): void
  onCheck(template: Template): void
  onDelete(template: Template): void
}
const qualityTones = { GREEN: 'success', YELLOW: 'warning', RED: 'danger' } as const

export function TemplatesTable({ templates, ...acts }: Acts & { templates: readonly Template[] }) {
  const { t } = useWords()
  return (
    <Table label={t('templates.page.title')}>
      <thead>
        <tr>
          {(['name', 'status', 'category', 'language', 'connection', 'updated'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`templates.column.${column}`)}
            </th>
          ))}
          <th scope="col">{t('templates.page.actions')}</th>
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <Row key={template.id} template={template} {...acts} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ template, onOpen, onDuplicate, onCheck, onDelete }: Acts & { template: Template }) {
  const { t, i18n } = useWords()
  const { name, status, category, language, quality, connection, updatedAt, body } = template
  return (
    <tr>
      <th scope="row" className="max-w-sm min-w-52">
        <button
          type="button"
          className="max-w-full truncate text-left font-medium text-ink underline-offset-2 hover:underline"
          aria-label={t('templates.page.open', { name })}
          onClick={() => onOpen(template)}
        >
          {name}
        </button>
        <p className="line-clamp-1 break-words text-xs font-normal text-ink-muted" dir="auto">
          {body}
        </p>
      </th>
      <td className="min-w-40 max-w-xs">
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={status} />
          {quality !== 'UNKNOWN' && <Badge tone={qualityTones[quality]}>{t(`templates.quality.${quality}`)}</Badge>}
        </span>
        {status === 'REJECTED' && (
          <p className="mt-1 text-xs text-ink-muted">
            <StatusHelp {...template} />
          </p>
        )}
      </td>
      <td>{category === null ? '–' : t(`templates.category.${category}`)}</td>
      <td>{languageName(language, i18n.language)}</td>
      <td>{connection ?? <span className="text-ink-muted">{t('templates.page.goneConnection')}</span>}</td>
      <td className="whitespace-nowrap tabular-nums">
        <time dateTime={updatedAt}>
          {new Date(updatedAt).toLocaleString(i18n.language, { dateStyle: 'short', timeStyle: 'short' })}
        </time>
      </td>
      <td>
        <DropdownMenu
          trigger={
            <IconButton icon={<Icon name="sliders-horizontal" />} label={t('templates.page.actionsOf', { name })} />
          }
        >
          <MenuItem onSelect={() => onOpen(template)}>
            {t(template.editable ? 'templates.page.edit' : 'templates.page.view')}
          </MenuItem>
          <MenuItem onSelect={() => onDuplicate(template)}>{t('templates.page.duplicate')}</MenuItem>
          {status !== 'DRAFT' && <MenuItem onSelect={() => onCheck(template)}>{t('templates.page.check')}</MenuItem>}
          <MenuSeparator />
          <MenuItem tone="danger" onSelect={() => onDelete(template)}>
            {t('templates.page.delete')}
          </MenuItem>
        </DropdownMenu>
      </td>
    </tr>
  )
}
