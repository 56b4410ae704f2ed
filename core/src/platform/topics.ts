/**
 * Ephemeral: a setting of the installation changed. Every node reads them anew, and asks its sockets whether they may
 * stay.
 */
export const globalSettingsChangedTopic = 'platform.settings-changed'
