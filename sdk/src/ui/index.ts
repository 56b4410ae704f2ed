/* The kit that shell and plugins share. At run time there is one instance of it in the page, the shell's. */

export { CopiedText } from './kit/copied-text.tsx'
export { Button, IconButton, type ButtonProps, type IconButtonProps } from './kit/button.tsx'
export {
  Checkbox,
  Field,
  Input,
  Select,
  Switch,
  Textarea,
  type FieldProps,
  type InputProps,
  type SelectOption,
  type SelectProps,
  type TextareaProps,
  type ToggleProps,
} from './kit/field.tsx'
export { ConfirmDialog, Dialog, type ConfirmDialogProps, type DialogProps } from './kit/dialog.tsx'
export { FormDialog, type FormDialogProps } from './kit/form-dialog.tsx'
export { ListStates, type ListStatesProps } from './kit/list-states.tsx'
export { saveBlob } from './kit/save-blob.ts'
export { SaveFileButton, type SaveFileButtonProps } from './kit/save-file-button.tsx'
export { SecretDialog, type SecretDialogProps } from './kit/secret-dialog.tsx'
export {
  ContextMenu,
  DropdownMenu,
  MenuCheckboxItem,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
  MenuSub,
  type DropdownMenuProps,
  type MenuItemProps,
} from './kit/menu.tsx'
export { Popover, type PopoverProps } from './kit/popover.tsx'
export { KitProvider, Tooltip } from './kit/tooltip.tsx'
export { AccordionSection, PageHeader, Table, type AccordionSectionProps } from './kit/layout.tsx'
export { Tabs, type TabsProps } from './kit/tabs.tsx'
export {
  Avatar,
  Badge,
  ChannelBadge,
  ColorDot,
  CountBadge,
  Kbd,
  VisuallyHidden,
  type AvatarProps,
  type BadgeProps,
} from './kit/marks.tsx'
export { EmptyState, ErrorState, NoPermission, Skeleton } from './kit/feedback.tsx'
export { Spinner } from './kit/spinner.tsx'
export { Icon } from './kit/icon.tsx'
export { toast, toastMs, toastQueue, type ToastEntry, type ToastOptions, type ToastTone } from './kit/toast-queue.ts'
export { Toaster, useRecentErrors } from './kit/toaster.tsx'
export { DateField, DateTimeField, type DateFieldProps } from './kit/date-field.tsx'
export { useFieldErrors, useIssueText } from './kit/issue-text.ts'
export { numberFormat, useNumberFormat, type NumberFormat } from './kit/number-format.ts'
export { useMediaQuery } from './kit/use-media-query.ts'
export { useSettled } from './kit/use-settled.ts'
export { useErrorText, useErrorWords, type ErrorWords } from './kit/error-text.ts'
export { kitNamespace } from './kit/words.ts'
export { classNames } from './kit/class-names.ts'
export { ChoicePopover } from './kit/choice-popover.tsx'
export { TemplateForm, TemplateList, TemplatePicker } from './templates/template-picker.tsx'
export type {
  ListedTemplate,
  TemplateFormActs,
  TemplateFormField,
  TemplateFormProps,
  TemplateListProps,
  TemplatePickerProps,
} from './templates/template-props.ts'
export type { Choice, ChoicePopoverProps } from './kit/choice.ts'
export { BlockChoice, type BlockChoiceProps } from './form/block-choice.tsx'
export { BlockForm, issuesBelow, type BlockFormProps } from './form/block-form.tsx'
export { BlockValues } from './form/block-values.tsx'
export { SchemaFields, type SchemaFieldsProps } from './form/schema-fields.tsx'
export { startingValues, valuesToSend } from './form/field-rules.ts'
export { useFieldProblems } from './form/use-field-problems.ts'
export { SchemaForm, type SchemaFormProps } from './form/schema-form.tsx'
export type { SecretState } from './form/secret-state.ts'

export { createApi, type Api, type CallOptions, type SignedInFetch } from './plugin/api.ts'
export { ApiError, type ApiErrorFacts, type ClientErrorCode } from './plugin/api-error.ts'
export {
  PluginProvider,
  PluginRoot,
  ShellProvider,
  TicketProvider,
  useApi,
  useCarries,
  useLiveEvent,
  usePermission,
  usePlugin,
  usePush,
  useTicket,
  useTicketNews,
  useViewer,
  useWords,
  type LiveEvents,
  type PluginIdentity,
  type ShellServices,
  type ViewerInfo,
} from './plugin/context.tsx'
export {
  definePanels,
  type PageProps,
  type PanelDefinition,
  type PluginPanels,
  type SlotMap,
  type SlotName,
  type MessageWords,
  type ThreadEntry,
  type TicketCommand,
} from './plugin/slots.ts'

export { linkify, longestFactDays, type LinkedPiece } from '@recado/contracts'
export {
  conversationFacts,
  conversationVariables,
  type ConversationFacts,
  type ConversationPlace,
  type ConversationVariable,
} from '../conversation-facts.ts'
export { fillTemplate, templateNames, templateSegments, type TemplateSegment } from '../text-template.ts'

export {
  canRecord,
  longest as longestRecording,
  Recorder,
  type Recording,
  type RecorderState,
  type RecordingDevices,
  type RecordingFault,
} from './voice/recorder.ts'
export type { Composer } from './composer/composer.ts'
export type { SuggestionBoard, SuggestionGroup, SuggestionRow, Suggestions } from './composer/suggestion-board.ts'
export { ComposerSuggestions, type ComposerSuggestionsProps } from './composer/suggestions.tsx'
export { useComposer, type ComposerBinding, type ComposerField } from './composer/use-composer.ts'
export { triggerAt, triggerPlaces, type ActiveTrigger, type TriggerChar } from './composer/trigger.ts'
