import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { useErrorText } from './error-text.ts'
import { Icon } from './icon.tsx'
import { saveBlob } from './save-blob.ts'
import { toast } from './toast-queue.ts'

/** Of a {@link SaveFileButton}. */
export interface SaveFileButtonProps {
  /** Fetches the file, usually by `useApi().blob`. What it throws is shown as a notice. */
  load(): Promise<Blob>
  /** Of the file, with its ending. */
  name: string
  /** What the button says. */
  children: ReactNode
}

/** Small button that fetches a file and has the browser save it; busy meanwhile. */
export function SaveFileButton({ load, name, children }: SaveFileButtonProps) {
  const textOf = useErrorText()
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      saveBlob(await load(), name)
    } catch (error) {
      toast.error(textOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" busy={busy} icon={<Icon name="file-text" size={16} />} onClick={() => void save()}>
      {children}
    </Button>
  )
}
