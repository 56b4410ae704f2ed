import { useTranslation } from 'react-i18next'
import { KeptFile, type Attachment } from '../../../data/messages/kept-file.ts'
import { AttachmentCard } from './AttachmentCard.tsx'

interface AttachmentsProps {
  files: readonly Attachment[]
  onMove(file: Attachment, to: number): void
  onRemove(file: Attachment): void
}

/** The files that will go along, in their order. */
export function Attachments({ files, onMove, onRemove }: AttachmentsProps) {
  const { t } = useTranslation('attendance')
  if (files.length === 0) return null
  return (
    <ul
      aria-label={t('attachment.list')}
      className="scroll-thin grid max-h-52 gap-1.5 overflow-y-auto border-b border-line p-2 pane:grid-cols-2"
    >
      {files.map((file, index) => (
        <AttachmentCard
          key={keyOf(file)}
          file={file}
          onRemove={() => onRemove(file)}
          onBack={index > 0 ? () => onMove(file, index - 1) : undefined}
          onForward={index < files.length - 1 ? () => onMove(file, index + 1) : undefined}
          dragKey={keyOf(file)}
          onTake={(key) => {
            const taken = files.find((one) => keyOf(one) === key)
            if (taken) onMove(taken, index)
          }}
        />
      ))}
    </ul>
  )
}

const keys = new WeakMap<File, string>()
/** A file has nothing of its own that two could not share; its card keeps the focus when it is moved. */
function keyOf(file: Attachment): string {
  if (file instanceof KeptFile) return file.upload.id
  const key = keys.get(file) ?? crypto.randomUUID()
  keys.set(file, key)
  return key
}
