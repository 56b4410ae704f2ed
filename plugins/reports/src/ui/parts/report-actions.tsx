import { Button, Icon, saveBlob, toast, useApi, useErrorWords, useWords } from '@recado/sdk/ui'
import { useState, type ReactNode } from 'react'
import { exportFormats, type ExportFormat } from '../../table/export-format.ts'

import type { ReportQuery } from './use-report.ts'

/** A table, or the page on paper where the report has one. */
type FileFormat = ExportFormat | 'pdf'

interface ReportActionsProps {
  /** Of the report's route; its file is below. */
  path: string
  query: ReportQuery
  /** Of the file, without its ending. */
  fileName: string
  mayExport: boolean
  formats?: readonly FileFormat[]
  /** Whether the page can be printed as it is. */
  prints?: boolean
  /** What stands before them. */
  children?: ReactNode
}

/** Prints a report, or saves all of its rows as a file. */
export function ReportActions({
  path,
  query,
  fileName,
  mayExport,
  formats = exportFormats,
  prints = true,
  children,
}: ReportActionsProps) {
  const { t } = useWords()
  const api = useApi()
  const wordsOf = useErrorWords()
  const [saving, setSaving] = useState<FileFormat>()
  const save = async (format: FileFormat) => {
    setSaving(format)
    try {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
      saveBlob(await api.blob(`${path}/file`, { query: { ...given, format } }), `${fileName}.${format}`)
    } catch (error) {
      const { text, detail } = wordsOf(error)
      toast.error([text, detail].filter(Boolean).join('. '))
    } finally {
      setSaving(undefined)
    }
  }
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {children}
      {mayExport &&
        formats.map((format) => (
          <Button
            key={format}
            size="small"
            busy={saving === format}
            disabled={saving !== undefined}
            icon={<Icon name="file-text" size={16} />}
            onClick={() => void save(format)}
          >
            {t(`report.${format}`)}
          </Button>
        ))}
      {prints && (
        <Button
          size="small"
          variant="ghost"
          icon={<Icon name="clipboard-list" size={16} />}
          onClick={() => window.print()}
        >
          {t('report.print')}
        </Button>
      )}
    </div>
  )
}
