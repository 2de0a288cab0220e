/** First part of the key of every cached list of categories. */
export const CATEGORIES = 'categories';

export const categoryKeys = { all: [CATEGORIES, 'all'] };
