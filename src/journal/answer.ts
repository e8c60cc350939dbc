/** The answer to one request of IndexedDB, inside the transaction that it was asked in. Knows no table. */

/** Its failure is the failure of the transaction, which says why. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
