/** Ephemeral: a setting of the installation changed. Every node reads them again, and checks its sockets again. */
export const globalSettingsChangedTopic = 'platform.settings-changed'
