import { Button, classNames, EmptyState, ErrorState, Skeleton, Tabs } from '@recado/sdk/ui'
import { Download, FileText, FileX, Film, FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../../base/ui/file-size.ts'
import type { ExchangedFile, ExchangedKind } from '../../base/contracts.ts'
import { useExchangedFiles, type FileSource } from '../../data/contacts/use-exchanged-files.ts'
import { LinksExchanged } from './LinksExchanged.tsx'
import { MediaViewer, type ViewedPicture } from './MediaViewer.tsx'
import { Origin } from './Origin.tsx'

const kinds = ['pictures', 'documents', 'recordings'] as const satisfies readonly ExchangedKind[]

/** Several messages may carry the same file. */
const keyOf = ({ id, messageId }: ExchangedFile): string => `${messageId}/${id}`

/** Files of conversations by kind, and links: pictures and films as tiles, everything else as rows. */
export function FileGallery({ source }: { source: FileSource }) {
  const { t } = useTranslation('contacts')
  const [kind, setKind] = useState<ExchangedKind | 'links'>('pictures')
  return (
    <Tabs
      value={kind}
      onValueChange={(value) => setKind(value as ExchangedKind | 'links')}
      label={t('files.kinds')}
      tabs={([...kinds, 'links'] as const).map((value) => ({ value, label: t(`files.kind.${value}`) }))}
    >
      <div className="pt-3">
        {kind === 'links' ? <LinksExchanged source={source} /> : <FilesOfKind key={kind} source={source} kind={kind} />}
      </div>
    </Tabs>
  )
}

function FilesOfKind({ source, kind }: { source: FileSource; kind: ExchangedKind }) {
  const { t } = useTranslation('contacts')
  const query = useExchangedFiles(source, kind)
  const files = query.data?.pages.flatMap((page) => page.files) ?? []
  if (query.isPending)
    return kind === 'pictures' ? (
      <div className={tiles} aria-hidden>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height="7.5rem" className="rounded-md" />
        ))}
      </div>
    ) : (
      <Skeleton lines={4} height="2.75rem" />
    )
  if (query.isError && files.length === 0)
    return <ErrorState what={t('files.what')} error={query.error} onRetry={() => void query.refetch()} />
  if (files.length === 0)
    return (
      <EmptyState icon={<FolderOpen size={22} />} title={t(`files.none.${kind}`)}>
        {t('files.noneDetail')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-3">
      {kind === 'pictures' ? <Pictures files={files} /> : <Rows files={files} kind={kind} />}
      {query.hasNextPage && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

const tiles = 'grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3'

function Pictures({ files }: { files: readonly ExchangedFile[] }) {
  const { t } = useTranslation('contacts')
  const [viewed, setViewed] = useState<ViewedPicture | null>(null)
  // The viewer walks from picture to picture, each once.
  const pictures = [...new Map(files.filter(({ as }) => as === 'image').map((file) => [file.id, file])).values()]
  return (
    <>
      <ul aria-label={t('files.kind.pictures')} className={tiles}>
        {files.map((file) => (
          <li key={keyOf(file)} className="flex min-w-0 flex-col gap-1">
            {file.as === 'image' ? <Picture file={file} onView={() => setViewed(file)} /> : <FilmTile file={file} />}
            <Origin from={file} />
          </li>
        ))}
      </ul>
      {viewed && <MediaViewer items={pictures} current={viewed} onChange={setViewed} />}
    </>
  )
}

const tile = 'grid aspect-square w-full place-items-center overflow-hidden rounded-md border border-line bg-hover'

function Picture({ file, onView }: { file: ExchangedFile; onView(): void }) {
  const { t } = useTranslation(['contacts', 'attendance'])
  // Failed path. It is renewed from time to time: the next one may work.
  const [failed, setFailed] = useState<string>()
  const name = file.name ?? t('attendance:part.image')
  if (failed === file.url)
    return (
      <span className={classNames(tile, 'text-ink-muted')}>
        <FileX size={22} role="img" aria-label={`${name}: ${t('attendance:part.notAvailable')}`} />
      </span>
    )
  return (
    <button type="button" className={tile} aria-label={t('attendance:part.openImage', { name })} onClick={onView}>
      <img
        src={file.url}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
        onError={() => setFailed(file.url)}
      />
    </button>
  )
}

function FilmTile({ file }: { file: ExchangedFile }) {
  const { t } = useTranslation(['contacts', 'attendance'])
  const name = file.name ?? t('attendance:part.video')
  return (
    <a
      href={file.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('attendance:part.openImage', { name })}
      className={classNames(tile, 'text-ink-muted')}
    >
      <span className="flex max-w-full flex-col items-center gap-1.5 px-2 text-xs">
        <Film size={24} aria-hidden />
        <span className="line-clamp-2 text-center wrap-anywhere">{name}</span>
      </span>
    </a>
  )
}

function Rows({ files, kind }: { files: readonly ExchangedFile[]; kind: ExchangedKind }) {
  const { t, i18n } = useTranslation(['contacts', 'attendance'])
  return (
    <ul
      aria-label={t(`files.kind.${kind}`)}
      className="flex flex-col divide-y divide-line rounded-lg border border-line"
    >
      {files.map((file) => {
        const name = file.name ?? t(`attendance:part.${file.as}`)
        return (
          <li key={keyOf(file)} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 p-2.5 text-list">
            <FileText size={20} className="shrink-0 text-ink-muted" aria-hidden />
            <span className="min-w-0 flex-1 basis-40 leading-tight">
              <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
              <span className="flex flex-wrap items-center gap-x-1.5 text-xs text-ink-muted">
                {file.bytes !== null && <span className="tabular-nums">{fileSize(file.bytes, i18n.language)} ·</span>}
                <Origin from={file} />
              </span>
            </span>
            {kind === 'recordings' ? (
              <audio src={file.url} controls preload="none" aria-label={name} className="h-9 w-full pane:w-72" />
            ) : (
              <a
                href={file.url}
                target="_blank"
                rel="noopener noreferrer"
                download={name}
                aria-label={t('files.download', { name })}
                className={
                  'grid size-8 shrink-0 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink'
                }
              >
                <Download size={16} aria-hidden />
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
