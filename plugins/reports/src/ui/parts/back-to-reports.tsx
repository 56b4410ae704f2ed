import { Icon, useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'

/** Leads from a report to the page of all of them. */
export function BackToReports() {
  const { t } = useWords()
  return (
    <Link
      to={'/relatorios' as never}
      className="flex w-fit items-center gap-1 py-1 text-list text-ink-muted hover:text-ink print:hidden"
    >
      <Icon name="arrow-left" size={16} />
      {t('index.title')}
    </Link>
  )
}
