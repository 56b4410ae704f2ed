/** S5-043, S9-014. */
export const maxPictureBytes = 5_000_000
/** S5-054, S9-016: the account that creates the group comes on top. */
export const maxParticipants = 1_023
export const maxName = 100
export const maxDescription = 2_048
