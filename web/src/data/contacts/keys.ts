/** First part of the key of every cached list of contacts. */
export const CONTACTS = 'contacts';

export const contactKeys = { all: [CONTACTS, 'all'] };
