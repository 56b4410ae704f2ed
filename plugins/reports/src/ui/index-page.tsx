import { Icon, NoPermission, PageHeader, usePermission, useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'

const reports = [
  { title: 'figures.title', text: 'figures.description', path: '/relatorios/indicadores', icon: 'bar-chart-3' },
  {
    title: 'users.title',
    text: 'users.description',
    path: '/relatorios/estatisticas-atendimentos-usuarios',
    icon: 'users',
  },
  { title: 'tickets.title', text: 'tickets.sentence', path: '/relatorios/relatorio-tickets', icon: 'ticket' },
  { title: 'list.title', text: 'list.sentence', path: '/relatorios/lista-contatos', icon: 'contact' },
  { title: 'tags.title', text: 'tags.sentence', path: '/relatorios/contatos-por-etiquetas', icon: 'tag' },
  { title: 'states.title', text: 'states.sentence', path: '/relatorios/contatos-por-estado', icon: 'globe' },
  {
    title: 'birthdays.title',
    text: 'birthdays.sentence',
    path: '/relatorios/aniversariantes-do-mes',
    icon: 'calendar',
  },
] as const

/** `/relatorios` (S2-061): each report in a sentence. */
export default function IndexPage() {
  return usePermission('read') ? <Reports /> : <NoPermission />
}

function Reports() {
  const { t } = useWords()
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('index.title')} description={t('index.description')} />
      <ul className="grid gap-3 md:grid-cols-2">
        {reports.map(({ title, text, path, icon }) => (
          <li key={path}>
            <Link
              to={path as never}
              className="flex h-full items-start gap-3 rounded-lg border border-line bg-surface p-4 hover:bg-hover"
            >
              <span aria-hidden className="mt-0.5 text-ink-muted">
                <Icon name={icon} />
              </span>
              <span className="flex min-w-0 flex-col gap-1">
                <span className="font-semibold">{t(title)}</span>
                <span className="text-list text-ink-muted">{t(text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
