// In the site, Pyodide lies beside worker.js; these are its types.
export * from "pyodide";
