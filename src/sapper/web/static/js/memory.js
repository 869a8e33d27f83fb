// What the page remembers between visits. Storage may be switched off: then it remembers nothing, and says nothing.
export const memory = {
  get(key) {
    try { return localStorage.getItem(key); } catch { return null; }
  },
  set(key, value) {
    try {
      if (value === null || value === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch { /* not remembered */ }
  },
};
