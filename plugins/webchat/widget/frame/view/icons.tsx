/** @jsxImportSource preact */
/* Shapes of lucide (ISC), the few the widget needs. */

const Icon = ({ shape }: { shape: string }) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={shape} />
  </svg>
)
export const CloseIcon = () => <Icon shape="M18 6 6 18M6 6l12 12" />
export const SendIcon = () => <Icon shape="M12 19V5M5 12l7-7 7 7" />
export const AttachIcon = () => (
  <Icon shape="m21.4 11-9.2 9.2a6 6 0 0 1-8.5-8.5l9.2-9.1a4 4 0 0 1 5.7 5.6l-9.2 9.2a2 2 0 0 1-2.8-2.8l8.5-8.5" />
)
export const EmojiIcon = () => (
  <Icon shape="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0ZM8 14s1.5 2 4 2 4-2 4-2M9 9h.01M15 9h.01" />
)
export const FileIcon = () => <Icon shape="M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7ZM14 2v6h6" />
export const ChatIcon = () => <Icon shape="M21 12a8.5 8.5 0 0 1-12.4 7.6L3 21l1.4-5.6A8.5 8.5 0 1 1 21 12Z" />
