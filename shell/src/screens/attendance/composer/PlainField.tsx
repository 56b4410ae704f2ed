import type { ComposerBinding, ComposerField } from '@recado/sdk/ui'
import type { KeyboardEvent, RefObject } from 'react'

interface PlainFieldProps {
  field: RefObject<ComposerField | null>
  text: string
  /** Name for screen readers. */
  label: string
  placeholder: string
  /** Id of the element with the signature. */
  describedBy: string | undefined
  /** What the composer's popups want to hear of the field. */
  binding: ComposerBinding
  onText(text: string): void
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void
  onBlur(): void
  /** Pasted files. */
  onFiles(files: File[]): void
}

/** Text field of a message whose marks stay as they are typed; it grows with the text. */
export function PlainField({
  field,
  text,
  label,
  placeholder,
  describedBy,
  binding: { fieldProps },
  onText,
  onKeyDown,
  onBlur,
  onFiles,
}: PlainFieldProps) {
  return (
    <textarea
      {...fieldProps}
      ref={field as RefObject<HTMLTextAreaElement | null>}
      value={text}
      rows={1}
      aria-label={label}
      placeholder={placeholder}
      aria-describedby={describedBy}
      enterKeyHint="send"
      className={
        'block max-h-52 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1.5 text-thread outline-none ' +
        '[field-sizing:content] placeholder:text-ink-muted'
      }
      onChange={(event) => {
        onText(event.target.value)
        // Text that was not typed moves the caret without a sign of its own.
        fieldProps.onSelect(event)
      }}
      onBlur={onBlur}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files]
        if (pasted.length === 0) return
        event.preventDefault()
        onFiles(pasted)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
