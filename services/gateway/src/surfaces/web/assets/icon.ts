/** A parcel seen from the front. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#155e75"/><path d="M7 12h18v12a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1zM9 7h14l2 4H7z" fill="#fff"/><path d="M14 7h4l.5 4v5l-2.5-1.5-2.5 1.5v-5z" fill="#155e75"/></svg>';
