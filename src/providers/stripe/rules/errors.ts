/** Not signed with our secret, too old, or altered. */
export class BadSignature extends Error {}

/** The provider knows no such object. */
export class Unknown extends Error {}

/** The provider understood and refused; `message` is for a person. */
export class Declined extends Error {}

/** The provider did not accept what we sent: a mistake of ours, whose `message` is for the log. */
export class InvalidRequest extends Error {}

/** The provider can't be reached or answers with an error of its own. */
export class Unreachable extends Error {}
